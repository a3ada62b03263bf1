import { expect, test } from 'vitest';
import { candidates } from './candidates.ts';

test.each([
  ['start_date', 'end_date'],
  ['from', 'to'],
  ['dateFrom', 'dateTo'],
  ['date[gte]', 'date[lte]'],
  ['filter[start_date]', 'filter[end_date]'],
  ['filter[since]', 'filter[until]'],
])('whoever says %s says %s', (start, end) => {
  expect(candidates('end', { start })[0]).toBe(end);
});

test('a name that is taken is no candidate', () => {
  expect(candidates('offset', { start: 'start' })).not.toContain('start');
});
