import { createOverload } from '../http/overload.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { isTransient } from '../vocabulary/transient.ts';

/** With the one that is sent between two controls (see `settled`) these are three, and as many when it is repeated. */
const ENOUGH = 2;

/**
 * Learns whether a service answers some requests with a server error that usually passes for their own sake, every time,
 * while it serves others: hundreds of them would each be waited for in vain.
 */
export interface SteadyErrors {
  /** Notes what an attempt came to. */
  hear(spec: RequestSpec, exchange: Exchange): void;
  /** How often a request is tried at most after this answer; undefined where nothing was learnt that speaks against it. */
  attempts(spec: RequestSpec, exchange: Exchange): number | undefined;
}

/** Nothing was heard yet. */
export function createSteadyErrors(): SteadyErrors {
  const load = createOverload();
  return {
    hear(spec, exchange) {
      if (isServerError(exchange)) load.tells(spec);
      else if (exchange.response) load.served(spec);
    },
    attempts: (spec, exchange) =>
      load.isSteady() && spec.method === 'POST' && !spec.billable && isServerError(exchange)
        ? ENOUGH
        : undefined,
  };
}

function isServerError(exchange: Exchange): boolean {
  return !exchange.failure && (exchange.response?.status ?? 0) >= 500 && isTransient(exchange);
}
