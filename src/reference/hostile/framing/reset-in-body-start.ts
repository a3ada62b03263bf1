import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { head, isSummary, JSON_TYPE, reset } from '../wire.ts';

/** Each place leaves the parser in another state. */
export const resetInBodyStart: Hostile = {
  id: 'reset-in-body-start',
  title: 'resets the connection of the summary right after the headers',
  expects: summaryFails(/the connection was reset within the body/),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.write(head('200 OK', [JSON_TYPE, ['content-length', '90']]), () =>
      setTimeout(() => reset(call.socket), 20),
    );
  },
};
