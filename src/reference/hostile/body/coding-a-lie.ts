import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** Undoing the coding must fail cleanly. */
export const codingALie: Hostile = {
  id: 'coding-a-lie',
  title: 'says gzip and sends plain JSON',
  expects: { exit: [1, 3], only: ['4.3'], shows: ['inconclusive', 'fail'] },
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(call.socket, '200 OK', [JSON_TYPE, ['content-encoding', 'gzip']], '{"total_tokens": 1}');
  },
};
