import type { Report } from './model.ts';

/** Clauses whose `must` sentences were not tested for the same reason. */
export interface Untested {
  clauses: string[];
  why: string;
}

/**
 * The clauses with a testable `must` sentence that no check tested in this run, by reason, in the order of the
 * contract; `(in part)` marks those of which others were tested. Sentences that no request can test are excluded: they
 * are the same for every service.
 */
function untestedClauses({ ledger, checks }: Pick<Report, 'ledger' | 'checks'>): Untested[] {
  const rows = ledger.filter((row) => row.level === 'must' && !row.tested && row.checks.length > 0);
  const messages = new Map<string, string>(
    checks.filter((c) => c.verdict !== 'skipped').map((c) => [c.id, c.message]),
  );
  const byReason = Map.groupBy(rows, (row) => {
    const reason = row.checks.map((id) => messages.get(id)).find((message) => message !== undefined);
    return reason ?? row.why ?? '';
  });
  const tested = new Set(ledger.filter((row) => row.level === 'must' && row.tested).map((row) => row.clause));
  const named = (clause: string) => (tested.has(clause) ? `${clause} (in part)` : clause);
  return [...byReason].map(([why, its]) => ({
    clauses: [...new Set(its.map((row) => named(row.clause)))],
    why,
  }));
}

/** One line for each reason: `7.2: CHATSPEC_NOBALANCE_KEY is not set`. */
export function untestedWords(report: Pick<Report, 'ledger' | 'checks'>): string[] {
  return untestedClauses(report).map(({ clauses, why }) => `${clauses.join(', ')}: ${why}`);
}

/** The names of not applicable checks; at most `many` of them, then the number of the others. */
export function notApplicableWords(
  checks: Report['checks'],
  many = Number.POSITIVE_INFINITY,
): string | undefined {
  const ids = checks.filter((c) => c.verdict === 'not-applicable').map((c) => c.id);
  if (ids.length === 0) return undefined;
  const more = ids.length - many;
  return `${ids.slice(0, many).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
