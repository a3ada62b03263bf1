import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** Text that no UTF-8 can hold. */
export const loneSurrogates: Hostile = {
  id: 'lone-surrogates',
  title: 'puts lone surrogates and NUL into member names',
  expects: summaryFails(),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(call.socket, '200 OK', [JSON_TYPE], '{"\\ud800\\u0000": "\\udfff", "total_tokens": "\\ud83d"}');
  },
};
