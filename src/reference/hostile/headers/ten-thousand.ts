import { summaryUndecided } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** More names than a table of headers is made for. */
export const headersTenThousand: Hostile = {
  id: 'headers-ten-thousand',
  title: 'sends 10,000 headers with the summary',
  expects: summaryUndecided(/more than 1000 headers/),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    const many = Array.from({ length: 10_000 }, (_, i) => [`x-h${i}`, 'v'] as const);
    answer(call.socket, '200 OK', [JSON_TYPE, ...many], '{}');
  },
};
