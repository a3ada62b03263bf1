import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** Bytes that can not be undone. */
export const codingUnknown: Hostile = {
  id: 'coding-unknown',
  title: 'sends a summary in a content coding that nobody knows',
  expects: summaryFails(),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(call.socket, '200 OK', [JSON_TYPE, ['content-encoding', 'x-mystery, gzip, br']], 'abcdef');
  },
};
