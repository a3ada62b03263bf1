import { summaryUndecided } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { head, isSummary, JSON_TYPE, reset } from '../wire.ts';

/** Each place leaves the parser in another state. */
export const resetInBlankLine: Hostile = {
  id: 'reset-in-blank-line',
  title: 'resets the connection of the summary before the blank line after the headers',
  expects: summaryUndecided(/the connection was (reset|closed)/, { seconds: 45 }),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.write(head('200 OK', [JSON_TYPE]).subarray(0, -2), () =>
      setTimeout(() => reset(call.socket), 20),
    );
  },
};
