import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import type { Settings } from '../vocabulary/settings.ts';
import type { Bounds } from './outcome.ts';

/** Timeouts of one endpoint after which the next ones are waited for less long. */
const ENOUGH = 3;

/** Bounds for the next request, by what its endpoint has shown so far. */
export interface AdaptiveTimeouts {
  boundsOf(spec: RequestSpec): Bounds;
  note(spec: RequestSpec, exchange: Exchange): void;
}

/**
 * An endpoint that ran into its limits several times gets shorter ones: five times the longest that any of its answers
 * took, and never less than 10 s (30 s for a whole exchange). Otherwise a service that hangs on one kind of request
 * would cost a whole timeout for each of them. A timeout accuses nobody, so this can't make a check fail.
 */
export function createAdaptiveTimeouts(settings: Settings): AdaptiveTimeouts {
  const endpoints = new Map<string, { timeouts: number; slowestMs: number }>();
  const of = (spec: RequestSpec) => {
    const name = `${spec.method} ${spec.path.split('?', 1)[0]}`;
    const known = endpoints.get(name) ?? { timeouts: 0, slowestMs: 0 };
    endpoints.set(name, known);
    return known;
  };
  return {
    boundsOf(spec) {
      const { headersMs, silenceMs, totalMs } = settings.timeouts;
      const { timeouts, slowestMs } = of(spec);
      const spent = timeouts >= ENOUGH;
      const shorter = (limit: number, least: number) =>
        spent ? Math.min(limit, Math.max(least, 5 * slowestMs)) : limit;
      const total = shorter(spec.limits?.totalMs ?? totalMs, 30_000);
      return {
        headersMs: Math.min(shorter(headersMs, 10_000), total),
        silenceMs: shorter(spec.limits?.silenceMs ?? silenceMs, 10_000),
        totalMs: total,
        maxBody: spec.limits?.maxBody ?? settings.maxBody,
      };
    },
    note(spec, exchange) {
      const endpoint = of(spec);
      const kind = exchange.failure?.kind;
      if (kind === undefined) endpoint.slowestMs = Math.max(endpoint.slowestMs, exchange.timing.endMs);
      if (kind === 'timeout-headers' || kind === 'timeout-body') endpoint.timeouts += 1;
    },
  };
}
