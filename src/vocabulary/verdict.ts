/** How strongly the contract backs a check: written, meant, or silent. */
export type Level = 'must' | 'should' | 'open';

/** What one check says in the end. */
export type Verdict =
  | 'pass'
  | 'fail'
  | 'warn'
  | 'observed'
  | 'inconclusive'
  | 'not-applicable'
  | 'skipped'
  | 'error';

/** How a finding weighs: only a `must` can fail. */
export type Severity = 'fail' | 'warn' | 'inconclusive';

/** What a whole run says. */
export type RunVerdict = 'conformant' | 'non-conformant' | 'inconclusive';

/** Every verdict, in the order in which people want to read them. */
export const VERDICTS: readonly Verdict[] = [
  'fail',
  'error',
  'warn',
  'inconclusive',
  'pass',
  'observed',
  'not-applicable',
  'skipped',
];

const DECIDED: ReadonlySet<Verdict> = new Set<Verdict>(['pass', 'fail', 'warn', 'observed']);

/** Whether a check was answered: neither left open nor left out. */
export function isDecided(verdict: Verdict): boolean {
  return DECIDED.has(verdict);
}

/** How the verdict of one check bears on the run. */
export interface Tally {
  level: Level;
  verdict: Verdict;
  area: string;
}

/** What the user asked to be counted beyond the contract. */
export interface Strictness {
  /** Areas in which a check that is not applicable makes the run inconclusive (`--require`). */
  require: readonly string[];
}

/**
 * Rolls the verdicts of checks up into the verdict of the run. Any `fail` makes it non-conformant; else any `error`,
 * an undecided check of level `must`, an interruption, a required area that was not applicable, or no check that was
 * decided at all makes it inconclusive; else it is conformant.
 */
export function runVerdict(
  checks: readonly Tally[],
  strictness: Strictness = { require: [] },
  interrupted = false,
): RunVerdict {
  if (checks.some((c) => c.verdict === 'fail')) return 'non-conformant';
  if (interrupted || !checks.some((c) => isDecided(c.verdict))) return 'inconclusive';
  const undecided = checks.some(
    (c) =>
      c.verdict === 'error' ||
      (c.verdict === 'inconclusive' && c.level === 'must') ||
      (c.verdict === 'not-applicable' && strictness.require.includes(c.area)),
  );
  return undecided ? 'inconclusive' : 'conformant';
}

/** The exit code that a finished run deserves; `failOnWarn` is `--fail-on warn`. */
export function exitCode(verdict: RunVerdict, warned: boolean, failOnWarn: boolean): 0 | 1 | 3 {
  if (verdict === 'non-conformant') return 1;
  if (verdict === 'inconclusive') return 3;
  return warned && failOnWarn ? 1 : 0;
}
