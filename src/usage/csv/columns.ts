import type { UsageNames } from '../../vocabulary/settings.ts';
import { instantOf } from '../days.ts';
import { MEASURES } from '../measures.ts';
import { odd } from './number.ts';

/** Members of 2.8 that a column may show. */
const COLUMN_MEANINGS = [
  'id',
  'user_id',
  'org_id',
  'email',
  'model',
  'model_provider',
  'source',
  ...MEASURES,
  'date',
  'created_at',
] as const;
export type Meaning = (typeof COLUMN_MEANINGS)[number];

/**
 * Titles, without case, spaces and punctuation, that mean a member in addition to its own name. Ambiguous words
 * (input, total) are excluded: such columns are identified by their sums.
 */
const SYNONYMS: Record<Meaning, readonly string[]> = {
  id: ['recordid', 'usageid'],
  user_id: ['user', 'uid', 'member', 'memberid'],
  org_id: ['organizationid', 'organisationid', 'orgid', 'organization', 'org', 'tenantid'],
  email: ['useremail', 'emailaddress', 'mail', 'useremailaddress'],
  model: ['modelname', 'modelid'],
  model_provider: ['provider', 'providername', 'vendor'],
  source: ['usagesource', 'channel', 'origin'],
  input_tokens: ['inputtokens', 'prompttokens', 'tokensin', 'tokensinput', 'totalinputtokens'],
  output_tokens: ['outputtokens', 'completiontokens', 'tokensout', 'tokensoutput', 'totaloutputtokens'],
  total_tokens: ['totaltokens', 'tokenstotal', 'alltokens'],
  total_requests: [
    'requests',
    'requestcount',
    'numrequests',
    'requeststotal',
    'numberofrequests',
    'totalcalls',
  ],
  date: ['day', 'usagedate', 'dateutc', 'period', 'usageday'],
  created_at: ['createdat', 'created', 'recordedat', 'creationdate'],
};

/** The meaning of each column, by index; and how it was identified. */
export type Columns = Partial<Record<Meaning, number>>;

/** A title with money or a share means no member, whatever else it contains. */
const bare = (title: string) =>
  /\p{Sc}|%|\b(cost|price|usd|eur)\b/iu.test(title) ? '' : title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Columns by their titles: configured ones, then exact names, then synonyms. */
export function columnsByTitle(titles: readonly string[], given: UsageNames['columns'] = {}): Columns {
  const columns: Columns = {};
  const taken = new Set<number>();
  const take = (meaning: Meaning, index: number) => {
    if (index < 0 || taken.has(index) || columns[meaning] !== undefined) return;
    columns[meaning] = index;
    taken.add(index);
  };
  const normal = titles.map(bare);
  for (const meaning of COLUMN_MEANINGS)
    if (given[meaning] !== undefined) take(meaning, titles.indexOf(given[meaning]));
  for (const meaning of COLUMN_MEANINGS) take(meaning, normal.indexOf(bare(meaning)));
  for (const meaning of COLUMN_MEANINGS)
    take(
      meaning,
      normal.findIndex((n) => SYNONYMS[meaning].includes(n)),
    );
  return columns;
}

/** Columns whose titles are the members' names in any spelling, and configured ones: no guesses. */
export function columnsOwnNames(titles: readonly string[], given: UsageNames['columns'] = {}): Columns {
  const columns = columnsByTitle(titles, given);
  const sure = ([meaning, index]: [string, number]) =>
    given[meaning] === titles[index] || bare(titles[index] ?? '') === bare(meaning);
  return Object.fromEntries(Object.entries(columns).filter(sure));
}

/** Columns without titles, by configured numbers, the first being 1. */
export function columnsByNumber(width: number, given: UsageNames['columns'] = {}): Columns {
  const known = COLUMN_MEANINGS.map((meaning) => [meaning, Number(given[meaning] ?? 0) - 1] as const);
  return Object.fromEntries(
    known.filter(([, index]) => Number.isInteger(index) && index >= 0 && index < width),
  );
}

/** Whether a first row is a header: it has known titles, or no number and no date, and no duplicate cell. */
export function looksLikeHeader(cells: readonly string[]): boolean {
  if (Object.keys(columnsByTitle(cells)).length > 1) return true;
  return cells.length > 0 && new Set(cells).size === cells.length && !cells.some(isValue);
}

/** Whether a cell is a number or a date, which is no title. */
export const isValue = (cell: string): boolean =>
  odd(cell).value !== undefined || instantOf(cell) !== undefined;

/** Whether a first row is a caption as wide as the others: a text and empty cells. */
export function isCaption([first = '', ...others]: readonly string[]): boolean {
  return (
    first.trim() !== '' && !isValue(first) && others.length > 1 && others.every((cell) => cell.trim() === '')
  );
}

/** Titles of a date that may also be those of a weekday or of a name. */
const VAGUE_DATES = ['day', 'period', 'usageday'];

/** Whether the possible date column has to be examined first. */
export function isVague(
  titles: readonly string[],
  { date }: Columns,
  given: UsageNames['columns'] = {},
): boolean {
  return date !== undefined && given.date === undefined && VAGUE_DATES.includes(bare(titles[date] ?? ''));
}

/** Indices of columns whose cells are all integers, from a sample of rows. */
export function integerColumns(sample: readonly (readonly string[])[], width: number): number[] {
  return shownColumns(sample, width).filter(
    (i) => sample.length > 0 && sample.every((row) => odd(row[i] ?? '').value !== undefined),
  );
}

/** Index of the column whose cells are all dates; the one with fewer distinct cells if there are two. */
export function dateColumn(sample: readonly (readonly string[])[], width: number): number | undefined {
  const dates = shownColumns(sample, width).filter(
    (i) =>
      sample.length > 0 &&
      sample.every((row) => instantOf(row[i] ?? '') !== undefined && odd(row[i]!).value === undefined),
  );
  const variety = (i: number) => new Set(sample.map((row) => row[i])).size;
  return dates.sort((a, b) => variety(a) - variety(b) || a - b)[0];
}

/** Indices of the columns in every row of a sample: for an endless row only the first ones. */
function shownColumns(sample: readonly (readonly string[])[], width: number): number[] {
  if (sample.length === 0) return [];
  const length = Math.min(width, ...sample.map((row) => row.length));
  return Array.from({ length }, (_, i) => i);
}
