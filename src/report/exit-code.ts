import { exitCode, type RunVerdict, runVerdict } from '../vocabulary/verdict.ts';
import { isAccepted } from './mark-known.ts';
import type { Report } from './model.ts';

/** The verdict that decides the exit code: that of the report as if its accepted checks had passed. */
export function decidingVerdict(report: Report): RunVerdict {
  const counted = withoutAccepted(report);
  const interrupted = report.ended !== undefined;
  return counted.some((check, i) => check !== report.checks[i])
    ? runVerdict(counted, report.strictness, interrupted)
    : report.verdict;
}

/**
 * The exit code of a report: 0, 1 or 3. Accepted findings do not affect it, whatever the verdict is; with
 * `--strict-known` an accepted finding that no longer occurs makes it 1.
 */
export function exitCodeOf(report: Report): 0 | 1 | 3 {
  const { strictness } = report;
  if (strictness.strictKnown && report.known?.some(({ state }) => state === 'gone')) return 1;
  const warned = withoutAccepted(report).some((check) => check.verdict === 'warn');
  return exitCode(decidingVerdict(report), warned, strictness.failOnWarn);
}

const withoutAccepted = ({ checks }: Report) =>
  checks.map((check) => (isAccepted(check) ? { ...check, verdict: 'pass' as const } : check));
