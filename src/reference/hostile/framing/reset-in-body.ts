import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { head, isSummary, JSON_TYPE, reset } from '../wire.ts';

/** Each place leaves the parser in another state. */
export const resetInBody: Hostile = {
  id: 'reset-in-body',
  title: 'resets the connection of the summary within the body',
  expects: summaryFails(/the connection was reset within the body/),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.write(
      Buffer.concat([head('200 OK', [JSON_TYPE, ['content-length', '90']]), Buffer.from('{"total_')]),
      () => setTimeout(() => reset(call.socket), 20),
    );
  },
};
