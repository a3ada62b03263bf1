import type { Expectation } from './hostile.ts';

/** Additional allowed results: limits of the trial. */
type Limits = Pick<Expectation, 'timeout' | 'seconds'>;

/**
 * `--timeout` for rows without waits: it runs by the wall clock, and on a busy machine would expire before the
 * effect of the row. The duration of the run is limited separately.
 */
export const UNHURRIED = 30;

/** Checks that show that a service which fails in one place is judged everywhere else. */
const SUMMARY = ['4.3', 'usage/stats-is-array'];
const EXPORT = ['4.4', 'usage/summary-schema'];

/** The checks of streams that hostile streams affect, and one of plain completions. */
export const STREAMS = [
  'stream/body-ends',
  'stream/content-type',
  'stream/payloads-are-json',
  'stream/ends-with-done',
  'stream/choices-as-asked',
  'stream/no-comments',
  'completion/body-is-json',
];

/** Nothing can be judged: one line says why. */
export const refused = (says: RegExp): Expectation => ({ exit: 2, only: ['2.7'], says });

/** No finding. */
export const borne = (only: readonly string[]): Expectation => ({
  exit: 0,
  only,
  verdicts: Object.fromEntries(only.map((id) => [id, 'pass' as const])),
});

/**
 * The summary is unavailable, perhaps because of the network: no finding, and dependent checks are inconclusive.
 */
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

/** Records match their schema, but are unusable for arithmetic: dependent checks are inconclusive. */
export const recordsUnreadable: Expectation = {
  exit: 3,
  only: [...SUMMARY, 'usage/totals-total-tokens'],
  named: true,
  verdicts: {
    'usage/stats-is-array': 'pass',
    'usage/totals-total-tokens': 'inconclusive',
  },
  says: /or has more than 40 digits/,
  seconds: 30,
};

/** The summary is always truncated: one violation, and dependent checks are inconclusive. */
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

/** No client can parse the head of the summary: one violation, too. */
export const summaryHeadUnreadable = summaryFails(/HTTP clients cannot parse the head of the response/);

/** The summary is invalid: one violation, and the run's own completions are followed without it. */
export const summaryIsNone: Expectation = {
  ...summaryFails(),
  verdicts: { ...summaryFails().verdicts, 'accounting/completions': 'pass' },
};

/**
 * A redirect is a warning of its path, is not followed, and its target is unknown; completions are followed without
 * it.
 */
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

/** The key was returned with an invalid summary. */
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

/** The export is never complete. */
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

/** The export is not CSV; the totals are those of the other two. */
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

/** The same if the export has no column of numbers: the run's own completions are then followed without it. */
export const exportWithoutNumbersFails = (says: RegExp, limits: Limits = {}): Expectation => {
  const expected = exportFails(says, limits);
  return { ...expected, verdicts: { ...expected.verdicts, 'accounting/completions': 'pass' } };
};

/** Streams do not end: larger than any response, or too slow. */
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

/** Streams are truncated, or stall, at the same place each time, while other responses are complete. */
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

/**
 * The responses of one kind always exceed the limits: dependent checks are inconclusive, and there is no finding.
 */
export const bodiesBeyond = (area: string, undecided: string, says: RegExp): Expectation => ({
  exit: 3,
  only: [area, 'usage/stats-is-array'],
  profile: 'smoke',
  verdicts: { [undecided]: 'inconclusive', 'usage/stats-is-array': 'pass' },
  says,
  timeout: UNHURRIED,
});
