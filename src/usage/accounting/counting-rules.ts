import type { Exchange } from '../../vocabulary/exchange.ts';
import { minus } from '../measures.ts';
import { boundsOf } from './bounds.ts';
import { type Accounts, all, type EndpointTimeline, since } from './endpoint-timeline.ts';

/** The growth of the stats' records, in requests. */
export interface KindGrowth {
  exchange: Exchange;
  api: bigint;
  other: bigint;
  /** The usage of our successes. */
  least: bigint;
  /** Model names that grew: `as asked for`, or those that were not requested. */
  models: string;
}

/** Undefined if the stats could not be followed. */
export function growthByKind(accounts: Accounts): KindGrowth | undefined {
  const timeline = accounts.timelines.find((t) => t.endpoint === 'stats');
  const [before, after] = [timeline?.before.aggregate, timeline?.last.aggregate];
  if (!timeline || !before || !after) return undefined;
  const own = all(accounts, timeline);
  const asked = new Set(own.filter((o) => o.outcome === 'success').map((o) => o.model));
  let [api, other] = [0n, 0n];
  const strange = new Set<string>();
  for (const [key, { kind, group }] of after.kinds) {
    const growth = group.totals.total_requests - (before.kinds.get(key)?.group.totals.total_requests ?? 0n);
    if (growth <= 0n) continue;
    if (kind.source === 'api') api += growth;
    else other += growth;
    if (!asked.has(kind.model)) strange.add(kind.model);
  }
  const models = strange.size === 0 ? 'as asked for' : `also ${[...strange].sort().slice(0, 5).join(' ')}`;
  return { exchange: timeline.last.exchange, api, other, least: boundsOf(own).least.total_requests, models };
}

/**
 * The maximum delay of the totals, as far as was awaited: until all known usage of the run's completions was
 * visible, and from later requests to the following movement. The usage of streams need not be known.
 */
export function lagOf(timelines: readonly EndpointTimeline[]): string {
  const slowest = Math.max(...timelines.map(({ lagMs = 0, slowestMs }) => Math.max(lagMs, slowestMs)));
  const seconds = `${Math.ceil(slowest / 1000)} s`;
  return timelines.every(({ lagMs }) => lagMs !== undefined)
    ? `${seconds} or less`
    : `some was not in when the waiting for it ended, the longest gap was ${seconds}`;
}

/**
 * Whether a request for n choices counts as one request or n; from the second round, where the number is known
 * exactly.
 */
export function howNCounts(accounts: Accounts, timeline: EndpointTimeline): string {
  const { round } = accounts;
  const { afterStream, afterRound } = timeline;
  const own = round.filter((o) => o.outcome !== 'refused');
  if (!afterRound || !afterStream || own.length === 0 || own.some((o) => o.outcome !== 'success'))
    return 'not seen';
  const grown = minus(afterRound.totals, afterStream.totals);
  const growth = grown.total_requests;
  // Other output than expected, or rejections that count: other requests were counted at the time.
  const isOurs = grown.output_tokens === boundsOf(own).least.output_tokens;
  const refusalsCount = /^(some are )?counted$/.test(howRefusedCount(accounts, timeline));
  if (!isOurs || refusalsCount) return 'not seen';
  if (growth === BigInt(own.length)) return 'a request';
  const choices = own.reduce((n, o) => n + o.choices, 0);
  return growth === BigInt(choices)
    ? 'n requests'
    : `${growth} for ${own.length} requests with ${choices} choices`;
}

/** Whether rejected requests count: from the whole run, which has many. */
export function howRefusedCount(accounts: Accounts, timeline: EndpointTimeline): string {
  const own = since(accounts.run, timeline.before);
  const refused = own.filter((o) => o.outcome === 'refused').length;
  const successes = own.filter((o) => o.outcome === 'success');
  const choices = successes.reduce((n, o) => n + o.choices, 0);
  const growth = minus(timeline.afterRun.totals, timeline.before.totals).total_requests;
  if (refused === 0 || own.some((o) => o.outcome === 'maybe')) return 'not seen';
  const most = BigInt(choices);
  if (growth <= most) return 'not counted';
  return growth >= BigInt(successes.length + refused) ? 'counted' : 'some are counted';
}
