import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** Undoing the coding must fail cleanly. */
export const codingALie: Hostile = {
  id: 'coding-a-lie',
  title: 'says gzip and sends plain JSON',
  expects: summaryFails(/the gzip coding of the body is broken/),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(call.socket, '200 OK', [JSON_TYPE, ['content-encoding', 'gzip']], '{"total_tokens": 1}');
  },
};
