import { summaryFails } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** Cookies are neither kept nor written down. */
export const cookieStorm: Hostile = {
  id: 'cookie-storm',
  title: 'sets 500 cookies with each summary',
  expects: summaryFails(),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    const cookies = Array.from(
      { length: 500 },
      (_, i) => ['set-cookie', `s${i}=${'c'.repeat(60)}; Path=/`] as const,
    );
    answer(call.socket, '200 OK', [JSON_TYPE, ...cookies], '{}');
  },
};
