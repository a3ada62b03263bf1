import type { Judge } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { MEASURES, same, type Totals } from '../measures.ts';
import type { HistoryTotals } from '../walk/history-totals.ts';
import { breach, quoted } from './finding.ts';

/** What two organizations see of the same closed days. */
export interface Apart {
  own: HistoryTotals;
  others: HistoryTotals;
  /** What the summary tells both, where the records are the same. */
  sums: { own: Totals; theirs: Totals } | undefined;
}

/** No organization and no record is seen by both keys. */
export const apart: Judge<Apart> = ({ own, others, sums }) => {
  const exchanges = [...others.pages, ...own.pages] as [Exchange, ...Exchange[]];
  const shared = [...others.organizations.keys()].find((org) => own.organizations.has(org));
  if (own.all.sameRecords(others.all)) {
    const expected = 'two organizations that see different records';
    if (sums && !same(sums.own, sums.theirs)) {
      return [breach(exchanges, 'body', expected, 'the same records for both keys, whose summaries differ')];
    }
    return [
      breach(
        exchanges,
        'body',
        expected,
        'both keys see the same records: are these two organizations?',
        'inconclusive',
      ),
    ];
  }
  if (shared !== undefined) {
    const place = others.organizations.get(shared)!;
    return [
      breach(
        exchanges,
        `body /${place.index}/org_id`,
        'no org_id that both keys see',
        `both see ${quoted(shared)}`,
      ),
    ];
  }
  if (others.organizations.size <= 1) return [];
  return [
    breach(
      exchanges,
      'body',
      "one org_id for the other organization's key",
      `${others.organizations.size} of them`,
    ),
  ];
};

/** What another organization's key is told in sums, beside its own records and ours. */
export interface Foreign {
  exchange: Exchange;
  endpoint: 'summary' | 'export';
  shown: Partial<Totals>;
  /** Any of these is right. */
  allowed: readonly Totals[];
  own: Totals;
}

export const ownOnly: Judge<Foreign> = ({ exchange, endpoint, shown, allowed, own }) => {
  const known = MEASURES.filter((m) => shown[m] !== undefined);
  if (allowed.some((totals) => known.some((m) => totals[m] === shown[m]))) return [];
  const requests = `${shown.total_requests ?? shown.total_tokens}`;
  const ours = known.some(
    (m) => own[m] !== 0n && (shown[m] === own[m] || allowed.some((a) => shown[m] === a[m] + own[m])),
  );
  const actual = `${endpoint} of ${requests}${ours ? ', in which our records are counted' : ', which is not the sum of its records'}`;
  const wanted = String(allowed[0]!.total_requests);
  return [breach(exchange, 'body', `the other organization's ${wanted} requests only`, actual)];
};
