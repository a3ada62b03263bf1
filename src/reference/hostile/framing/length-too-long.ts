import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { head, isSummary, JSON_TYPE } from '../wire.ts';

/** The body is cut off in the same place each time. */
export const lengthTooLong: Hostile = {
  id: 'length-too-long',
  title: 'announces more of the summary than it sends',
  expects: summaryFails(/the connection was closed within the body/),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.end(
      Buffer.concat([
        head('200 OK', [JSON_TYPE, ['content-length', '5000']]),
        Buffer.from('{"total_tokens":'),
      ]),
    );
  },
};
