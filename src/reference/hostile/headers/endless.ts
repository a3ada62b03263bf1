import { summaryUndecided } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { flood, head, isSummary, JSON_TYPE } from '../wire.ts';

/** A caller that keeps all headers runs out of memory. */
export const headersEndless: Hostile = {
  id: 'headers-endless',
  title: 'never ends the headers of the summary',
  expects: summaryUndecided(/the response headers exceed the limit/),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.write(head('200 OK', [JSON_TYPE]).subarray(0, -2));
    flood(call.socket, () => Buffer.from(`x-filler-${'a'.repeat(50)}: ${'b'.repeat(4000)}\r\n`));
  },
};
