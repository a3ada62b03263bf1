import type { Report, ReportClause } from './model.ts';

/**
 * The clauses with a testable `must` sentence that no check tested in this run, in the order of the contract, one line
 * for each reason: `7.2: CHATSPEC_NOBALANCE_KEY is not set`. `(in part)` marks clauses of which other sentences were
 * tested. Sentences that no request can test are excluded: they are the same for every service.
 */
export function untestedWords({ ledger, checks }: Pick<Report, 'ledger' | 'checks'>): string[] {
  const rows = ledger.filter((row) => row.level === 'must' && !row.tested && row.checks.length > 0);
  const messages = new Map<string, string>(
    checks.filter((c) => c.verdict !== 'skipped').map((c) => [c.id, c.message]),
  );
  const byReason = Map.groupBy(rows, (row) => {
    const reason = row.checks.map((id) => messages.get(id)).find((message) => message !== undefined);
    return reason ?? row.why ?? '';
  });
  const tested = new Set(ledger.filter((row) => row.level === 'must' && row.tested).map((row) => row.clause));
  const named = ({ clause }: ReportClause) => (tested.has(clause) ? `${clause} (in part)` : clause);
  return [...byReason].map(([why, its]) => `${[...new Set(its.map(named))].join(', ')}: ${why}`);
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
