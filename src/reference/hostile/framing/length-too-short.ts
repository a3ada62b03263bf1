import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { CLOSE, head, isSummary, JSON_TYPE } from '../wire.ts';

/** What lies beyond belongs to nobody. */
export const lengthTooShort: Hostile = {
  id: 'length-too-short',
  title: 'sends more of the summary than it announces',
  expects: summaryFails(),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    call.socket.end(
      Buffer.concat([
        head('200 OK', [JSON_TYPE, ['content-length', '3'], CLOSE]),
        Buffer.from('{"total_tokens": 1}'),
      ]),
    );
  },
};
