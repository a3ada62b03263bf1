import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** Parsers differ in which one they keep. */
export const jsonDuplicateKeys: Hostile = {
  id: 'json-duplicate-keys',
  title: 'names the members of the summary twice',
  expects: summaryFails(),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(
      call.socket,
      '200 OK',
      [JSON_TYPE],
      '{"total_tokens": 1, "total_tokens": "two", "total_tokens": null}',
    );
  },
};
