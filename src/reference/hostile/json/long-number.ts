import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** It must neither become Infinity unseen nor stop the run. */
export const jsonLongNumber: Hostile = {
  id: 'json-long-number',
  title: 'gives a number of a million digits',
  expects: summaryFails(),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(call.socket, '200 OK', [JSON_TYPE], `{"total_tokens": ${'9'.repeat(1_000_000)}}`);
  },
};
