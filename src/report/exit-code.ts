import { exitCode, runVerdict } from '../vocabulary/verdict.ts';
import { isAccepted } from './known/mark.ts';
import type { Report } from './model.ts';

/**
 * The exit code that a report deserves: 0, 1 or 3. Findings that were accepted do not decide it, whatever the verdict
 * says; with `--strict-known` an accepted finding that no longer happens makes it 1.
 */
export function exitCodeOf(report: Report): 0 | 1 | 3 {
  const { strictness } = report;
  if (strictness.strictKnown && report.known?.some(({ state }) => state === 'gone')) return 1;
  const counted = report.checks.map((check) =>
    isAccepted(check) ? { ...check, verdict: 'pass' as const } : check,
  );
  const interrupted = report.ended !== undefined;
  const verdict = counted.some((check, i) => check !== report.checks[i])
    ? runVerdict(counted, strictness, interrupted)
    : report.verdict;
  const warned = counted.some((check) => check.verdict === 'warn');
  return exitCode(verdict, warned, strictness.failOnWarn);
}
