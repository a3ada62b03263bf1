import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** It must neither become Infinity unseen nor stop the run. */
export const jsonLongNumber: Hostile = {
  id: 'json-long-number',
  title: 'gives a number of a million digits',
  expects: { exit: [1, 3], only: ['4.3'], shows: ['fail', 'inconclusive'] },
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(call.socket, '200 OK', [JSON_TYPE], `{"total_tokens": ${'9'.repeat(1_000_000)}}`);
  },
};
