import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** What some languages write is no JSON. */
export const jsonLiterals: Hostile = {
  id: 'json-literals',
  title: 'writes NaN, Infinity and comments into the summary',
  expects: summaryFails(),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(call.socket, '200 OK', [JSON_TYPE], '{"total_tokens": NaN, "unique_users": Infinity /* many */}');
  },
};
