import type { Expectation } from './hostile.ts';

/** What may be said beyond a pattern: limits of the trial. */
type Limits = Pick<Expectation, 'timeout' | 'seconds'>;

/**
 * `--timeout` where nothing is waited for: it runs by the clock on the wall, and on a busy machine would come before what the row
 * is about. How long the run may take is held in its own time.
 */
export const UNHURRIED = 30;

/** What shows that a service which fails in one place is judged everywhere else. */
const SUMMARY = ['4.3', 'usage/stats-is-array'];
const EXPORT = ['4.4', 'usage/summary-schema'];

/** The checks of streams that the behaviours of streams touch, and one of plain completions. */
export const STREAMS = [
  'stream/body-ends',
  'stream/content-type',
  'stream/payloads-are-json',
  'stream/ends-with-done',
  'stream/choices-as-asked',
  'stream/no-comments',
  'completion/body-is-json',
];

/** Nothing can be judged: one line says why, and that is all. */
export const refused = (says: RegExp): Expectation => ({ exit: 2, only: ['2.7'], says });

/** Nothing is held against it. */
export const borne = (only: readonly string[]): Expectation => ({
  exit: 0,
  only,
  verdicts: Object.fromEntries(only.map((id) => [id, 'pass' as const])),
});

/** The summary can't be had; it may be the way there: nobody is accused, and what rests on it is not judged. */
export const summaryUndecided = (says: RegExp, limits: Limits = {}): Expectation => ({
  exit: 3,
  only: SUMMARY,
  verdicts: {
    'usage/summary-schema': 'inconclusive',
    'usage/summary-range': 'inconclusive',
    'accounting/completions': 'inconclusive',
    'usage/stats-is-array': 'pass',
  },
  says,
  ...limits,
});

/** Records fit their schema, and can't be reckoned with: what rests on them is not judged. */
export const recordsUnreadable: Expectation = {
  exit: 3,
  only: [...SUMMARY, 'usage/totals-total-tokens'],
  named: true,
  verdicts: {
    'usage/stats-is-array': 'pass',
    'usage/totals-total-tokens': 'inconclusive',
  },
  says: /an integer of 200000 digits, above the limit of 40/,
  seconds: 30,
};

/** The summary does not come whole, each time: that is one breach, and what rests on it is not judged. */
export const summaryFails = (says?: RegExp): Expectation => ({
  exit: 1,
  only: SUMMARY,
  verdicts: {
    'usage/summary-schema': 'fail',
    'usage/summary-range': 'inconclusive',
    'accounting/completions': 'inconclusive',
    'usage/stats-is-array': 'pass',
  },
  ...(says && { says }),
});

/** The summary comes in a head that no client can read, each time: that is one breach as well. */
export const summaryHeadUnreadable = summaryFails(/HTTP clients cannot parse the head of the response/);

/** The summary came and is none: that is one breach, and the run's own completions are followed without it. */
export const summaryIsNone: Expectation = {
  ...summaryFails(),
  verdicts: { ...summaryFails().verdicts, 'accounting/completions': 'pass' },
};

/** A redirect is a warning of its path, is not followed, and leaves open what stands behind it; completions are followed without. */
export const summaryRedirected: Expectation = {
  exit: 3,
  only: [...SUMMARY, 'path/summary'],
  verdicts: {
    'path/summary': 'warn',
    'usage/summary-schema': 'inconclusive',
    'usage/summary-range': 'inconclusive',
    'accounting/completions': 'pass',
    'usage/stats-is-array': 'pass',
  },
};

/** The key came back with a summary that is none. */
export const summaryLeaks: Expectation = {
  exit: 1,
  only: [...SUMMARY, 'auth/key-never-returned'],
  verdicts: {
    'auth/key-never-returned': 'warn',
    'usage/summary-schema': 'fail',
    'usage/summary-range': 'inconclusive',
    'accounting/completions': 'pass',
    'usage/stats-is-array': 'pass',
  },
  says: /expected: no key in any response/,
  seconds: 30,
};

/** The export can't be had as a whole. */
export const exportUndecided = (says: RegExp, limits: Limits = {}): Expectation => ({
  exit: 3,
  only: EXPORT,
  verdicts: {
    'usage/export-is-csv': 'inconclusive',
    'usage/export-range': 'inconclusive',
    'usage/totals-requests': 'inconclusive',
    'accounting/completions': 'inconclusive',
    'usage/summary-schema': 'pass',
  },
  says,
  ...limits,
});

/** The export is no CSV; the totals are those of the other two. */
export const exportFails = (says: RegExp, limits: Limits = {}): Expectation => ({
  exit: 1,
  only: EXPORT,
  verdicts: {
    'usage/export-is-csv': 'fail',
    'usage/export-range': 'inconclusive',
    'usage/totals-requests': 'pass',
    'accounting/completions': 'inconclusive',
    'usage/summary-schema': 'pass',
  },
  says,
  ...limits,
});

/** The same where the export shows no column of numbers: the run's own completions are then followed without it. */
export const exportWithoutNumbersFails = (says: RegExp, limits: Limits = {}): Expectation => {
  const expected = exportFails(says, limits);
  return { ...expected, verdicts: { ...expected.verdicts, 'accounting/completions': 'pass' } };
};

/** Streams have no end in reach: larger than any answer, or too slow to come to it. */
export const streamUndecided = (says: RegExp): Expectation => ({
  exit: 3,
  only: STREAMS,
  profile: 'smoke',
  verdicts: {
    'stream/body-ends': 'inconclusive',
    'stream/content-type': 'inconclusive',
    'stream/ends-with-done': 'inconclusive',
    'completion/body-is-json': 'pass',
  },
  says,
  timeout: 1,
  seconds: 45,
});

/** Streams break off, or fall silent, in the same place each time, while plain answers are whole. */
export const streamBreaksOff = (says: RegExp): Expectation => ({
  exit: 1,
  only: ['6', 'completion/body-is-json'],
  profile: 'smoke',
  verdicts: {
    'stream/body-ends': 'fail',
    'stream/content-type': 'pass',
    'stream/ends-with-done': 'inconclusive',
    'completion/body-is-json': 'pass',
  },
  says,
  seconds: 45,
});

/** The answers of one kind are beyond what is read, each time: what rests on them is not judged, and nothing is held against them. */
export const bodiesBeyond = (area: string, undecided: string, says: RegExp): Expectation => ({
  exit: 3,
  only: [area, 'usage/stats-is-array'],
  profile: 'smoke',
  verdicts: { [undecided]: 'inconclusive', 'usage/stats-is-array': 'pass' },
  says,
  timeout: UNHURRIED,
});
