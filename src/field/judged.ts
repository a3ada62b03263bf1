import type { Report } from '../report/model.ts';

/** What a person has judged of one target: every accusation that is true of it, and why. */
export interface JudgedTarget {
  findings: readonly { checks: string; clause: string; why: string }[];
}

/** How a run differs from what was judged. */
export interface Difference {
  /** Accusations that nobody has judged: true or not, somebody has to look. */
  unjudged: string[];
  /** What was judged and is not found any more. */
  gone: string[];
}

/** Holds the failures of a run against the table. */
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
