import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** Recursion over it ends in a stack overflow. */
export const jsonDeep: Hostile = {
  id: 'json-deep',
  title: 'nests the summary 10,000 levels deep',
  expects: summaryFails(),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(call.socket, '200 OK', [JSON_TYPE], `${'{"total_tokens":'.repeat(10_000)}1${'}'.repeat(10_000)}`);
  },
};
