import type { Behaviour, Change } from '../behaviour.ts';
import { recordsTogether } from '../usage/sums.ts';
import type { UsageRecord } from '../usage-record.ts';
import { cells, csv, exported } from './usage.ts';

const COUNTS: ReadonlySet<string> = new Set([
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'total_requests',
]);

/** Changes the cells of counts. */
export const counts = (edit: (text: string) => string): Change =>
  cells((all, members) => all.map((text, i) => (COUNTS.has(members[i]!) ? edit(text) : text)));

/** Columns that an aggregated row can have. */
const SUMS: [keyof UsageRecord, string][] = [
  ['model', 'model'],
  ['input_tokens', 'inputTokens'],
  ['output_tokens', 'outputTokens'],
  ['total_tokens', 'totalTokens'],
  ['total_requests', 'totalRequests'],
];

/** One row for all records of which this is the same. */
const summedBy = (of: (record: UsageRecord) => string) =>
  exported((records) => {
    const sums = new Map<string, UsageRecord>();
    for (const record of records) {
      const sum = sums.get(of(record));
      sums.set(of(record), sum ? recordsTogether(sum, record) : record);
    }
    return sums.values();
  });

/** One row for each date and model, without columns of single records. */
export function summedByModel(before: Behaviour): Partial<Behaviour> {
  const byModel = summedBy((record) => `${record.date} ${record.model}`);
  return { ...byModel(before), ...csv({ columns: [['date', 'day'], ...SUMS] })(before) };
}

/** One row for each model. */
export function summedOverDays(before: Behaviour): Partial<Behaviour> {
  return { ...summedBy(({ model }) => model)(before), ...csv({ columns: SUMS })(before) };
}

/** The same, with counts in the groups of India. */
export function summedInLakhs(before: Behaviour): Partial<Behaviour> {
  const summed = summedOverDays(before);
  const grouped = counts((text) => Number(text).toLocaleString('en-IN'));
  return { ...summed, ...grouped({ ...before, ...summed }) };
}

const SUMMED = ['input_tokens', 'output_tokens', 'total_tokens', 'total_requests'] as const;

/** A row with the sums of rows, for no one in particular, on a day. */
function sumOf(records: readonly UsageRecord[], title: string, date: string): UsageRecord {
  const nothing = {
    id: '',
    user_id: '',
    org_id: '',
    model: '',
    model_provider: '',
    source: '',
    created_at: '',
  };
  const sums = SUMMED.map((member) => [member, records.reduce((sum, one) => sum + one[member], 0)]);
  return { ...records[0]!, ...nothing, email: title, date, ...Object.fromEntries(sums) };
}

/** A last row of totals that has a day. */
export const totalsOnLastDay = exported(function* (records) {
  const all = [...records];
  yield* all;
  if (all.length > 0) yield sumOf(all, 'Total', all.at(-1)!.date);
});

/** A row of totals after those of each day. */
export const totalsOfEachDay = exported(function* (records) {
  for (const [date, all] of Map.groupBy(records, (record) => record.date)) {
    yield* all;
    yield sumOf(all, 'Subtotal', date);
  }
});

/** One row for each model, below a row of their totals. */
export function totalsAboveModels(before: Behaviour): Partial<Behaviour> {
  const summed = summedOverDays(before);
  const totalsFirst = exported(function* (records) {
    const all = [...records];
    if (all.length > 0) yield { ...sumOf(all, '', all[0]!.date), model: 'Total' };
    yield* all;
  });
  return { ...summed, ...totalsFirst({ ...before, ...summed }) };
}
