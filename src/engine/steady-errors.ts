import { createOverload } from '../http/overload.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { isTransient, isTransientStatus } from '../vocabulary/transient.ts';

/** With the one that is sent between two controls (see `settled`) these are three, and as many when it is repeated. */
const ENOUGH = 2;
/** The same for a request that may be served, which no controls are sent beside. */
const ENOUGH_IF_BILLABLE = 3;
/** So many breaches that came again while nothing else was under way say that the load brings none of this status. */
const ENOUGH_ALONE = 3;

/**
 * Learns whether a service answers some requests with a server error that usually passes for their own sake, every time,
 * while it serves others: hundreds of them would each be waited for in vain.
 */
export interface SteadyErrors {
  /** Notes what an attempt came to. */
  hear(spec: RequestSpec, exchange: Exchange): void;
  /** How often a request is tried at most after this answer; undefined where nothing was learnt that speaks against it. */
  attempts(spec: RequestSpec, exchange: Exchange): number | undefined;
  /**
   * Repeats a breach that shows this status while nothing else is under way, as the load may bring it; `repeat` tells whether
   * it came again. Where the status usually passes, one is repeated after the other, and once several came again the others
   * are repeated together.
   */
  whileAlone<T extends { cameAgain: boolean }>(
    status: number,
    repeat: (isAlone: boolean) => Promise<T>,
  ): Promise<T>;
}

/** Nothing was heard yet. */
export function createSteadyErrors(): SteadyErrors {
  const load = createOverload();
  /** For each status how many breaches came again alone; minus infinity once one did not. */
  const alone = new Map<number, number>();
  const turns = new Map<number, Promise<void>>();
  return {
    hear(spec, exchange) {
      if (isServerError(exchange)) load.tells(spec);
      else if (exchange.response) load.served(spec);
    },
    attempts(spec, exchange) {
      if (!load.isSteady() || spec.method !== 'POST' || !isServerError(exchange)) return undefined;
      return spec.billable ? ENOUGH_IF_BILLABLE : ENOUGH;
    },
    async whileAlone(status, repeat) {
      if (!isTransientStatus(status)) return repeat(true);
      const before = turns.get(status) ?? Promise.resolve();
      const { promise, resolve: next } = Promise.withResolvers<void>();
      turns.set(status, promise);
      await before;
      const known = alone.get(status) ?? 0;
      if (known >= ENOUGH_ALONE) next();
      try {
        const repeated = await repeat(known < ENOUGH_ALONE);
        alone.set(status, repeated.cameAgain ? (alone.get(status) ?? 0) + 1 : Number.NEGATIVE_INFINITY);
        return repeated;
      } finally {
        next();
      }
    },
  };
}

function isServerError(exchange: Exchange): boolean {
  return !exchange.failure && (exchange.response?.status ?? 0) >= 500 && isTransient(exchange);
}
