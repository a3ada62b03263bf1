import type { Report } from '../report/model.ts';

/** A person's judgment of one target: every failure that is correct, and why. */
export interface JudgedTarget {
  findings: readonly { checks: string; clause: string; why: string }[];
}

/** The difference between a run and the judgment. */
export interface Difference {
  /** Failures that nobody has judged yet. */
  unjudged: string[];
  /** Judged failures that no longer occur. */
  gone: string[];
}

/** Compares the failures of a run with the table. */
export function compareWithJudged(report: Pick<Report, 'checks'>, judged: JudgedTarget): Difference {
  const failed = report.checks.filter((c) => c.verdict === 'fail').map((c): string => c.id);
  const patterns = judged.findings.map(({ checks }) => ({ checks, fits: matcher(checks) }));
  return {
    unjudged: failed.filter((id) => !patterns.some(({ fits }) => fits(id))),
    gone: patterns.filter(({ fits }) => !failed.some(fits)).map(({ checks }) => checks),
  };
}

function matcher(pattern: string): (id: string) => boolean {
  const escaped = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const whole = new RegExp(`^${escaped.join('.*')}$`);
  return (id) => whole.test(id);
}
