import { summaryUndecided } from '../expectations.ts';
import type { Hostile } from '../hostile.ts';
import { answer, isSummary, JSON_TYPE } from '../wire.ts';

/** Larger than any limit for headers in use. */
export const headerOfAMegabyte: Hostile = {
  id: 'header-of-a-megabyte',
  title: 'sends a header of 1 MB with the summary',
  expects: summaryUndecided(/the response headers exceed the limit/),
  act: () => (call) => {
    if (!isSummary(call)) return call.pass();
    answer(call.socket, '200 OK', [JSON_TYPE, ['x-large', 'a'.repeat(1_000_000)]], '{}');
  },
};
