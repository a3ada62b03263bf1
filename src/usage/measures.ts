import type { CheckId } from '../vocabulary/check-ids.ts';

/** The four counts of every usage endpoint (spec 2.8, 2.9). */
export const MEASURES = ['input_tokens', 'output_tokens', 'total_tokens', 'total_requests'] as const;
export type Measure = (typeof MEASURES)[number];

/** Exact totals of the four counts. */
export type Totals = Record<Measure, bigint>;

/** The member of the summary for a count. */
export const SUMMARY_MEMBER: Record<Measure, string> = {
  input_tokens: 'total_input_tokens',
  output_tokens: 'total_output_tokens',
  total_tokens: 'total_tokens',
  total_requests: 'total_requests',
};

export function totals(of: (measure: Measure) => bigint): Totals {
  return Object.fromEntries(MEASURES.map((m) => [m, of(m)])) as Totals;
}

export const minus = (a: Totals, b: Totals): Totals => totals((m) => a[m] - b[m]);
export const plus = (a: Totals, b: Totals): Totals => totals((m) => a[m] + b[m]);
/** The tokens of totals: without the total if it does not match its parts. */
export const tokensIn = ({
  input_tokens: input,
  output_tokens: output,
  total_tokens: total,
}: Totals): bigint => (total > input + output ? total : input + output);
export const same = (a: Totals, b: Totals): boolean => MEASURES.every((m) => a[m] === b[m]);
export const NOTHING: Totals = totals(() => 0n);

/** `input_tokens` in plain English. */
export const inWords = (measure: Measure): string =>
  measure === 'total_requests' ? 'requests' : measure.replace('_', ' ');

/** Totals by the names of their measures in English. */
export const countsInWords = (totals: Partial<Totals>): Map<string, bigint> =>
  new Map(MEASURES.flatMap((m) => (totals[m] === undefined ? [] : [[inWords(m), totals[m]]])));

/** The check that compares the totals of a measure. */
export const totalsCheck = (measure: Measure): CheckId =>
  `usage/totals-${inWords(measure).replace(' ', '-') as 'requests'}`;

/** The checks of all totals: checks that depend on sums adapt to them. */
export const TOTALS: readonly CheckId[] = MEASURES.map(totalsCheck);

/** Whether a value of a body is an integer that was read without loss. */
export const isInteger = (value: unknown): value is number | bigint =>
  typeof value === 'bigint' || Number.isSafeInteger(value);

export const integerOf = (value: unknown): bigint | undefined =>
  isInteger(value) ? BigInt(value) : undefined;

/** The totals of those of these measures that are known. */
export function knownTotals(
  of: (measure: Measure) => bigint | undefined,
  measures: readonly Measure[] = MEASURES,
): Partial<Totals> {
  return Object.fromEntries(measures.map((m) => [m, of(m)]).filter(([, total]) => total !== undefined));
}
