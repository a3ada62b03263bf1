import type { Level, Verdict } from '../verdict.ts';
import type { ReportCheck, ReportClause } from './model.ts';

/** What the ledger of clauses says of one sentence of the contract. */
export interface LedgerRow {
  clause: string;
  level: Level;
  sentence: string;
  /** Ids of checks, or globs with `*`. */
  checks?: readonly string[];
  /** Why nothing can check it from outside. */
  untestable?: string;
}

const DECIDED: ReadonlySet<Verdict> = new Set<Verdict>(['pass', 'fail', 'warn', 'observed']);

/** The ledger with what became of each sentence in a run, and why what was not tested was not. */
export function reportLedger(rows: readonly LedgerRow[], checks: readonly ReportCheck[]): ReportClause[] {
  return rows.map(({ clause, level, sentence, checks: patterns = [], untestable }) => {
    const matches = globOver(patterns);
    const its = checks.filter((c) => matches(c.id));
    const tested = its.some((c) => DECIDED.has(c.verdict));
    const row = { clause, level, sentence, checks: its.map((c) => c.id), tested };
    return tested ? row : { ...row, why: untestable ?? reason(its) };
  });
}

function reason(checks: readonly ReportCheck[]): string {
  if (checks.length === 0) return 'no check of this suite exercises it';
  if (checks.every((c) => c.verdict === 'skipped')) return 'its checks were not selected';
  const first = checks.find((c) => c.verdict !== 'skipped')!;
  return `${first.id} ended ${first.verdict}: ${first.message}`;
}

/** Whether an id is one of these, or fits one of these patterns with `*`. */
export function globOver(patterns: readonly string[]): (id: string) => boolean {
  const literal = new Set(patterns.filter((p) => !p.includes('*')));
  const globs = patterns
    .filter((p) => p.includes('*'))
    .map(
      (p) =>
        new RegExp(
          `^${p
            .split('*')
            .map((s) => s.replace(/[^\w/]/g, '\\$&'))
            .join('.*')}$`,
        ),
    );
  return (id) => literal.has(id) || globs.some((g) => g.test(id));
}
