import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { Exchange, RequestSpec } from '../../vocabulary/exchange.ts';
import { Inconclusive, skipped } from '../../vocabulary/undecidable.ts';
import { columnsOf, exportTotals } from '../csv/columns-by-value.ts';
import { addable, notCsv, readExport, sendExport } from '../csv/export.ts';
import { queried, STATS, SUMMARY, withQuery } from '../endpoints.ts';
import { type ClosedHistory, closedHistory } from '../history/closed-history.ts';
import { isRefusal } from '../judge/finding.ts';
import type { Named } from '../judge/isolation.ts';
import { rowsOf } from '../reconcile/totals.ts';
import { shownTotals, summaryOf } from '../summary.ts';
import { recordsOf, STATS_SCHEMA } from '../walk/page.ts';
import { inOneCase } from '../walk/record.ts';
import { others, othersReadings, ourSums } from './isolation.ts';

const namedInQueryKey = (of: string) => answerKey<Exchange>(`isolation/named-in-query/${of}`);

/** Parameter names with which a service may select an organization. */
const PARAMETERS = [
  'org_id',
  'organization_id',
  'orgId',
  'organizationId',
  'organization',
  'org',
  'tenant_id',
] as const;
type Name = (typeof PARAMETERS)[number];

const HEADERS = ['OpenAI-Organization', 'X-Organization-Id', 'X-Org-Id', 'X-Tenant-Id'];

/** All names at once, in the query or in headers, or one name alone, if the query with all is rejected. */
export type Where = 'query' | 'headers' | Name;

/** The request: a service that rejects unknown names may know one of them. */
export const WAYS: readonly Where[] = ['query', 'headers', ...PARAMETERS];

/** A text that no header can contain (RFC 9110, 5.5). */
const NO_FIELD_VALUE = /[^\t\x20-\x7e\x80-\xff]/;

/** The same requests, with an organization's id in the query or in headers. */
export function naming(ask: Requester, organization: string, where: Where): Requester {
  if (where === 'headers' && NO_FIELD_VALUE.test(organization))
    throw skipped("no header can contain the other organization's id");
  const named = (spec: RequestSpec): RequestSpec => {
    const place = where === 'query' ? 'in the query' : where === 'headers' ? 'in headers' : `as ${where}`;
    const label = `${spec.label}, another organization's id ${place}`;
    if (where === 'headers') {
      return { ...spec, label, organization, headers: HEADERS.map((name) => [name, organization] as const) };
    }
    const query = withQuery(
      '',
      (where === 'query' ? PARAMETERS : [where]).map((name) => [name, organization] as const),
    ).slice(1);
    const path = `${spec.path}${spec.path.includes('?') ? '&' : '?'}${query}`;
    return { ...spec, label, organization, path };
  };
  return { ...ask, send: (spec) => ask.send(named(spec)), sendOnce: (spec) => ask.sendOnce(named(spec)) };
}

/**
 * Sends the request of `make`; with one name alone only if the request with all names is rejected. Otherwise it is
 * skipped.
 */
async function sent(
  ask: Requester,
  of: string,
  where: Where,
  make: (where: Where) => Promise<Exchange>,
): Promise<Exchange> {
  const together = () => ask.shared(namedInQueryKey(of), () => make('query'));
  if (where === 'headers') return make(where);
  if (where === 'query') return together();
  const refused = await together();
  if (isRefusal(refused)) return make(where);
  throw skipped('all names together are not rejected', [refused]);
}

/** Our records of closed days with the other organization named; how many of its records were returned. */
export async function recordsNaming(
  context: CheckContext,
  ask: Requester,
  where: Where,
): Promise<{ exchange: Exchange; foreign: number }> {
  const whole = await closedHistory(context, ask);
  const other = await otherId(ask, whole);
  const request = queried(STATS, whole.found.names, whole.range, 'records of closed days');
  const exchange = await sent(ask, 'stats', where, (way) => naming(ask, other, way).send(request));
  const foreign = (recordsOf(exchange) ?? []).filter(
    (record) => inOneCase(String(record.org_id)) === other,
  ).length;
  return { exchange, foreign };
}

/** Our sums of closed days with the other organization named, and without it. */
export async function sumsNaming(
  context: CheckContext,
  ask: Requester,
  endpoint: Named['endpoint'],
  where: Where,
): Promise<Named> {
  const whole = await closedHistory(context, ask);
  const other = await otherId(ask, whole);
  const read = await othersReadings(ask, whole);
  const send = (make: (asking: Requester) => Promise<Exchange>) =>
    sent(ask, endpoint, where, (way) => make(naming(ask, other, way)));
  const told = endpoint === 'summary' ? await summaries(ask, send, whole) : await exports(ask, send, whole);
  return { endpoint, others: read.map(({ all }) => all.totals), ...told };
}

async function otherId(ask: Requester, whole: ClosedHistory): Promise<string> {
  const theirs = await others(ask, whole);
  const other = [...theirs.organizations.keys()].find((id) => !whole.history.organizations.has(id));
  if (other !== undefined) return other;
  throw new Inconclusive(
    'no org_id of the other organization is known',
    theirs.pages,
    theirs.misfits.has('org_id') ? STATS_SCHEMA : 'isolation/stats',
  );
}

type Told = Pick<Named, 'exchange' | 'plain' | 'shown'>;
type Send = (make: (asking: Requester) => Promise<Exchange>) => Promise<Exchange>;

async function summaries(ask: Requester, send: Send, whole: ClosedHistory): Promise<Told> {
  const { names } = whole.found;
  const plain = shownTotals(await ourSums(ask, whole));
  const asked = queried(SUMMARY, names, whole.range, 'our sums');
  const exchange = await send((asking) => asking.send(asked));
  if (isRefusal(exchange)) return { exchange, plain, shown: undefined };
  const body = summaryOf(exchange);
  if (!body) throw new Inconclusive('the response is not a summary', [exchange], 'usage/summary-schema');
  return { exchange, plain, shown: shownTotals({ exchange, body }) };
}

async function exports(ask: Requester, send: Send, whole: ClosedHistory): Promise<Told> {
  const { names } = whole.found;
  const { table: own } = addable(await rowsOf(whole, ask));
  const columns = columnsOf(own, [whole.history.whole]);
  const exchange = await send((asking) => sendExport(asking, names, whole.range, 'our rows'));
  const plain = exportTotals(own, columns);
  if (isRefusal(exchange)) return { exchange, plain, shown: undefined };
  if (notCsv(exchange)) throw new Inconclusive('the response is not CSV', [exchange], 'usage/export-is-csv');
  const { table } = addable({ exchange, table: await readExport(exchange, names) });
  return { exchange, plain, shown: exportTotals(table, columns) };
}
