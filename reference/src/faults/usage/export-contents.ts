import { exported } from '../../change/usage.ts';
import { type Fault, faults, hidden } from '../../deviation.ts';
import type { UsageRecord } from '../../usage-record.ts';

/** Rows with exchanged values in pairs: their sums are unchanged. */
function* pairs(
  records: Iterable<UsageRecord>,
  edit: (first: UsageRecord, second: UsageRecord) => UsageRecord[],
): Iterable<UsageRecord> {
  let held: UsageRecord | undefined;
  for (const record of records) {
    if (held && held.date.slice(0, 10) === record.date.slice(0, 10)) {
      yield* edit(held, record);
      held = undefined;
    } else {
      if (held) yield held;
      held = record;
    }
  }
  if (held) yield held;
}

const inPairs = (edit: (first: UsageRecord, second: UsageRecord) => UsageRecord[]) =>
  exported((records) => pairs(records, edit));

function* each(
  records: Iterable<UsageRecord>,
  edit: (record: UsageRecord) => UsageRecord | undefined,
): Iterable<UsageRecord> {
  for (const record of records) {
    const made = edit(record);
    if (made) yield made;
  }
}

/** At most so many rows of each day. */
const cappedPerDay = (most: number) =>
  exported((records) => {
    const days = new Map<string, number>();
    return each(records, (record) => {
      const count = (days.get(record.date) ?? 0) + 1;
      days.set(record.date, count);
      return count > most ? undefined : record;
    });
  });

const DAY = 86_400_000;

/** If rows are aggregated by model, an exchange between them is hardly visible. */
export const ADDED_UP = hidden('the rows add up the records of a day and a model', 'csv/summed-by-model');
/** The same for a column that is not identified because its title is in plain English. */
const UNNAMED = {
  bases: { ...ADDED_UP.bases, 'csv/titles': { hidden: 'the title of the column does not name its member' } },
};

/** The content of an export's rows (4.4), as far as their sums do not show it. */
export const exportContents: readonly Fault[] = [
  ...faults('must', 'usage/*', [
    [
      'usage/export-tokens-moved',
      '4.4',
      'the export moves one token from one row to another',
      inPairs((first, second) => [
        { ...first, input_tokens: first.input_tokens + 1, total_tokens: first.total_tokens + 1 },
        { ...second, input_tokens: second.input_tokens - 1, total_tokens: second.total_tokens - 1 },
      ]),
      ADDED_UP,
    ],
    [
      'usage/export-requests-exchanged',
      '4.4',
      'the export shifts requests by one row',
      inPairs((first, second) => [
        { ...first, total_requests: second.total_requests },
        { ...second, total_requests: first.total_requests },
      ]),
      UNNAMED,
    ],
    [
      'usage/export-header-sorted',
      '4.4',
      'the header of the export is sorted, and its rows are not',
      (before) => ({
        csvRow: (cells, row, request) => {
          const made = before.csvRow(cells, row, request);
          return row === 0 ? made.toSorted() : made;
        },
      }),
      UNNAMED,
    ],
    ['usage/export-day-cap', '4.4', 'the export has at most two rows per day', cappedPerDay(2)],
    [
      'usage/export-cap-500',
      '4.4',
      'the export ends after five hundred rows',
      exported((records) => {
        let count = 0;
        return each(records, (record) => (count++ < 500 ? record : undefined));
      }),
      { service: { records: 1000 }, ...ADDED_UP },
    ],
  ]),
  ...faults('should', 'usage/*', [
    [
      'usage/export-models-exchanged',
      '4.4',
      'the export shifts models and providers by one row',
      inPairs((first, second) => [
        { ...first, model: second.model, model_provider: second.model_provider },
        { ...second, model: first.model, model_provider: first.model_provider },
      ]),
      {
        bases: {
          ...ADDED_UP.bases,
          'usage/by-model': { hidden: 'adjacent rows have the same model' },
        },
      },
    ],
    [
      'usage/export-sources-alike',
      '4.4',
      'the source of every exported row is api',
      exported((records) => each(records, (record) => ({ ...record, source: 'api' }))),
      ADDED_UP,
    ],
    [
      'usage/export-users-exchanged',
      '4.4',
      'the export shows the user of another row',
      inPairs((first, second) => [
        { ...first, email: second.email, user_id: second.user_id },
        { ...second, email: first.email, user_id: first.user_id },
      ]),
      UNNAMED,
    ],
    [
      'usage/export-days-off',
      '4.4',
      'the export shows every other row two days late',
      inPairs((first, second) => [
        first,
        { ...second, date: new Date(Date.parse(second.date) + 2 * DAY).toISOString() },
      ]),
      ADDED_UP,
    ],
  ]),
];
