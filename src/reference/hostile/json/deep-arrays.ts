import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** Deeper than the stack of most parsers. */
export const jsonDeepArrays: Hostile = {
  id: 'json-deep-arrays',
  title: 'nests arrays 100,000 levels deep',
  expects: summaryFails(),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(call.socket, '200 OK', [JSON_TYPE], `${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  },
};
