import type { LedgerRow } from '../contract/ledger.ts';
import { globOver } from '../vocabulary/glob.ts';
import { isDecided } from '../vocabulary/verdict.ts';
import type { ReportCheck, ReportClause } from './model.ts';

/** The ledger with the result of each sentence, and the reason for untested ones. */
export function reportLedger(rows: readonly LedgerRow[], checks: readonly ReportCheck[]): ReportClause[] {
  return rows.map((line) => {
    const { clause, level, sentence, ours } = line;
    const names = globOver('checks' in line ? line.checks : []);
    const its = checks.filter((c) => names(c.id));
    const testedBy = its.filter((c) => tests(c, level)).map((c) => c.id);
    const tested = testedBy.length > 0;
    const row = { clause, level, sentence, ...(ours && { ours }), checks: its.map((c) => c.id), tested };
    return tested
      ? { ...row, testedBy }
      : { ...row, why: 'untestable' in line ? line.untestable : reason(its) };
  });
}

/** Whether a check tested a sentence: it was decided, and does not only record behavior. */
function tests(check: Pick<ReportCheck, 'verdict' | 'level'>, level: ReportClause['level']): boolean {
  return isDecided(check.verdict) && (level === 'open' || check.level !== 'open');
}

function reason(checks: readonly ReportCheck[]): string {
  if (checks.length === 0) return 'no check tests it';
  if (checks.every((c) => c.verdict === 'skipped')) {
    const [why, ...others] = new Set(checks.map((c) => c.message));
    return others.length > 0 || !why ? 'its checks were not selected' : why;
  }
  const first = checks.find((c) => c.verdict !== 'skipped' && !isDecided(c.verdict));
  if (!first) return 'its checks only record the behavior';
  return `${first.id} ended ${first.verdict}: ${first.message}`;
}
