import { listed } from '../../change/usage.ts';
import { type Fault, faults } from '../../deviation.ts';

const DAY = 86_400_000;
/** One day of each week. */
const isLost = ({ date }: { date: string }) => Math.floor(Date.parse(date) / DAY) % 7 === 3;

/** Ranges that bring less than the same days without one (4.2). */
export const ranges: readonly Fault[] = faults(
  'must',
  ['usage/stats-range', 'usage/totals-*'],
  [
    [
      'usage/a-day-lost-in-ranges',
      '4.2',
      'where dates are given, the records of one day of the week are left out',
      listed((records, query, source) => {
        if (query.firstDay === undefined && query.lastDay === undefined) return records;
        const { offset = 0, limit = 100 } = query;
        const all = source.list({ ...query, offset: 0, limit: 1_000_000 });
        return all.filter((record) => !isLost(record)).slice(offset, offset + limit);
      }),
    ],
  ],
);
