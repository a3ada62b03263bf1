/** How strongly the contract supports a check: written, implied, or silent. */
export type Level = 'must' | 'should' | 'open';

/** The result of one check. */
export type Verdict =
  | 'pass'
  | 'fail'
  | 'warn'
  | 'observed'
  | 'inconclusive'
  | 'not-applicable'
  | 'skipped'
  | 'error';

/** The severity of a finding: only a `must` can fail. */
export type Severity = 'fail' | 'warn' | 'inconclusive';

/** The result of a whole run. */
export type RunVerdict = 'conformant' | 'non-conformant' | 'inconclusive';

/** Every verdict, in the order of interest. */
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

/** Whether a check was decided: neither inconclusive nor skipped. */
export function isDecided(verdict: Verdict): boolean {
  return DECIDED.has(verdict);
}

/** The effect of one check's verdict on the run. */
export interface Tally {
  level: Level;
  verdict: Verdict;
  area: string;
}

/** Options that count more than the contract. */
export interface Strictness {
  /** Areas in which a check that is not applicable makes the run inconclusive (`--require`). */
  require: readonly string[];
}

/**
 * Combines the verdicts of checks into the verdict of the run. Any `fail` makes it non-conformant. Else any
 * `error`, an inconclusive check of level `must`, an interruption, a required area that was not applicable, or no
 * decided check at all makes it inconclusive. Else it is conformant.
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

/** The exit code of a finished run; `failOnWarn` is `--fail-on warn`. */
export function exitCode(verdict: RunVerdict, warned: boolean, failOnWarn: boolean): 0 | 1 | 3 {
  if (verdict === 'non-conformant') return 1;
  if (verdict === 'inconclusive') return 3;
  return warned && failOnWarn ? 1 : 0;
}
