import { summaryUndecided } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { isSummary, reset } from '../wire.ts';

/** Each place leaves the parser in another state. */
export const resetInStatusLine: Hostile = {
  id: 'reset-in-status-line',
  title: 'resets the connection of the summary within the status line',
  expects: summaryUndecided(/the connection was (reset|closed)/, { seconds: 45 }),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.write(Buffer.from('HTTP/1.1 20'), () => setTimeout(() => reset(call.socket), 20));
  },
};
