import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** Text that no UTF-8 can hold. */
export const loneSurrogates: Hostile = {
  id: 'lone-surrogates',
  title: 'puts lone surrogates and NUL into member names',
  expects: { exit: [1, 3], only: ['4.3'], shows: ['fail', 'inconclusive'] },
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(call.socket, '200 OK', [JSON_TYPE], '{"\\ud800\\u0000": "\\udfff", "total_tokens": "\\ud83d"}');
  },
};
