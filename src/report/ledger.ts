import { type LedgerRow, matches } from '../contract/ledger.ts';
import type { Verdict } from '../verdict.ts';
import type { ReportCheck, ReportClause } from './model.ts';

const DECIDED: ReadonlySet<Verdict> = new Set<Verdict>(['pass', 'fail', 'warn', 'observed']);

/** The ledger with what became of each sentence in a run, and why what was not tested was not. */
export function reportLedger(rows: readonly LedgerRow[], checks: readonly ReportCheck[]): ReportClause[] {
  return rows.map((line) => {
    const { clause, level, sentence } = line;
    const names = globOver('checks' in line ? line.checks : []);
    const its = checks.filter((c) => names(c.id));
    const tested = its.some((c) => DECIDED.has(c.verdict));
    const row = { clause, level, sentence, checks: its.map((c) => c.id), tested };
    return tested ? row : { ...row, why: 'untestable' in line ? line.untestable : reason(its) };
  });
}

function reason(checks: readonly ReportCheck[]): string {
  if (checks.length === 0) return 'no check of this suite exercises it';
  if (checks.every((c) => c.verdict === 'skipped')) return 'its checks were not selected';
  const first = checks.find((c) => c.verdict !== 'skipped')!;
  return `${first.id} ended ${first.verdict}: ${first.message}`;
}

/** Whether an id fits one of the ledger's patterns. */
export function globOver(patterns: readonly string[]): (id: string) => boolean {
  const literal = new Set(patterns.filter((p) => !p.includes('*')));
  const globs = patterns.filter((p) => p.includes('*'));
  return (id) => literal.has(id) || globs.some((pattern) => matches(pattern, id));
}
