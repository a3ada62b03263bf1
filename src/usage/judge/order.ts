import type { Judge } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { instantOf } from '../days.ts';
import type { Page } from '../walk/page.ts';
import { breach } from './finding.ts';
import type { RecordsTable } from './table.ts';

/** The order of records, as far as their dates show. */
export function orderOfRecords({ records }: Page): string {
  const instants = records.map((r) => instantOf(String(r.date)) ?? 0);
  const rising = instants.every((at, i) => i === 0 || at >= instants[i - 1]!);
  const falling = instants.every((at, i) => i === 0 || at <= instants[i - 1]!);
  if (rising && falling) return 'one date';
  return rising ? 'oldest first' : falling ? 'newest first' : 'not by date';
}

const on = (...days: number[]) => days.map((day) => ({ date: `2026-01-0${day}T00:00:00Z` }));

export const table: RecordsTable = {
  check: 'usage/stats-open-points',
  of: 'records',
  judge: orderOfRecords,
  rows: [
    ['rising dates', on(1, 1, 2), 'oldest first'],
    ['falling dates', on(3, 2, 2), 'newest first'],
    ['dates as they come', on(1, 3, 2), 'not by date'],
    ['one day', on(1, 1), 'one date'],
  ],
};

/** The response of an endpoint without parameters, and with dates if it requires them. */
interface Undated {
  plain: Exchange;
  dated: Exchange | undefined;
}

/** If an endpoint requires dates, they are not optional. */
export const answersUndated: Judge<Undated> = ({ plain, dated }) => {
  if (!dated) return [];
  const given = new URL(dated.request.url).search.slice(1).split('&').join(' and ');
  const actual = `status ${plain.response?.status} without parameters, ${dated.response?.status} with ${given}`;
  const expected = 'status 200 without parameters, since all are optional';
  return [breach([plain, dated], 'status', expected, actual)];
};
