import type { Report } from '../report/model.ts';
import { globOver } from '../vocabulary/glob.ts';

/** A person's judgment of one target: every failure that is correct, as a glob over checks, with its clause and the reason. */
export type JudgedTarget = Readonly<Record<string, string>>;

/** The difference between a run and the judgment. */
export interface Difference {
  /** Failures without a judgment. */
  unjudged: string[];
  /** Judged failures that no longer occur. */
  gone: string[];
}

/** Compares the failures of a run with the table. */
export function compareWithJudged(report: Pick<Report, 'checks'>, judged: JudgedTarget): Difference {
  const failed = report.checks.filter((c) => c.verdict === 'fail').map((c): string => c.id);
  const patterns = Object.keys(judged);
  const isJudged = globOver(patterns);
  return {
    unjudged: failed.filter((id) => !isJudged(id)),
    gone: patterns.filter((pattern) => !failed.some(globOver([pattern]))),
  };
}
