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
 * The exit code that a report deserves: 0, 1 or 3. Findings that were accepted do not decide it, whatever the verdict
 * says; with `--strict-known` an accepted finding that no longer happens makes it 1.
 */
export function exitCodeOf(report: Report): 0 | 1 | 3 {
  const { strictness } = report;
  if (strictness.strictKnown && report.known?.some(({ state }) => state === 'gone')) return 1;
  const warned = withoutAccepted(report).some((check) => check.verdict === 'warn');
  return exitCode(decidingVerdict(report), warned, strictness.failOnWarn);
}

const withoutAccepted = ({ checks }: Report) =>
  checks.map((check) => (isAccepted(check) ? { ...check, verdict: 'pass' as const } : check));
