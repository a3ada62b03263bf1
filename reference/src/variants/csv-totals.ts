import { totalsAboveModels, totalsOfEachDay, totalsOnLastDay } from '../change/exported-sums.ts';
import { csv } from '../change/usage.ts';
import type { Variant } from '../deviation.ts';
import { variants } from './variant.ts';

/** The checks that need all rows read. */
export const UNREAD = [
  'usage/export-counts',
  'usage/export-ranges-meet',
  'isolation/export',
  'isolation/export-by-key-alone',
  'isolation/completions',
];

/** Rows of totals in an export (4.4). */
export const csvTotals: readonly Variant[] = variants('csv-totals', [
  ['csv/totals', '4.4', 'a last row has the totals', csv({ totalsRow: 'Total' })],
  [
    'csv/totals-in-japanese',
    '4.4',
    'a last row has the totals, named in Japanese',
    csv({ totalsRow: '合計' }),
  ],
  [
    'csv/totals-on-a-day',
    '4.4',
    'a last row has the totals, and the last day',
    totalsOnLastDay,
    // Their label is in the column of users.
    { against: ['csv-columns'] },
  ],
  [
    'csv/totals-of-each-day',
    '4.4',
    'rows with the totals of a day follow its records',
    totalsOfEachDay,
    { undecided: UNREAD, against: ['csv-columns'] },
  ],
  [
    'csv/totals-above-models',
    '4.4',
    'the export has one row per model, below a row of their totals',
    totalsAboveModels,
    { undecided: UNREAD, against: ['csv-columns'] },
  ],
]);
