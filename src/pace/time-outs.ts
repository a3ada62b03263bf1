import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import type { Settings } from '../vocabulary/settings.ts';
import { endpointOf } from './names.ts';

/** The bounds of one attempt, in milliseconds and bytes. */
export interface Bounds {
  headersMs: number;
  silenceMs: number;
  totalMs: number;
  maxBody: number;
  /** The response is canceled when its first data arrives. */
  canceled?: true;
}

/** Timeouts of one endpoint after which later ones are shorter; or of all, if no response came to its end yet. */
const ENOUGH = 3;

/** Bytes of an answer to a few hundred tokens at most: with twenty log probabilities each they take a tenth. */
const LARGEST_COMPLETION = 16 * 1024 * 1024;

/**
 * An endpoint with several timeouts gets shorter ones: five times its longest response time, and at least 10 s (30
 * s for a whole exchange). Otherwise a service that hangs on one kind of request would cost a whole timeout for
 * each. A timeout is never a finding, so this cannot make a check fail.
 */
export class TimeOuts {
  readonly #settings: Settings;
  readonly #endpoints = new Map<string, { timeOuts: number; slowestMs: number }>();
  /** Timeouts before the first complete response. */
  #atFirst = 0;
  #hasAny = false;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  boundsOf(spec: RequestSpec): Bounds {
    const { maxBody, timeouts } = this.#settings;
    const { headersMs, silenceMs, totalMs } = timeouts;
    const { timeOuts, slowestMs } = this.#of(spec);
    const shorter = (limit: number, least: number) =>
      timeOuts >= ENOUGH || (!this.#hasAny && this.#atFirst >= ENOUGH)
        ? Math.min(limit, Math.max(least, 5 * slowestMs))
        : limit;
    const total = shorter(spec.limits?.totalMs ?? totalMs, 30_000);
    return {
      headersMs: Math.min(shorter(headersMs, 10_000), total),
      silenceMs: shorter(spec.limits?.silenceMs ?? silenceMs, 10_000),
      totalMs: total,
      maxBody:
        spec.limits?.maxBody ?? Math.min(maxBody, spec.method === 'POST' ? LARGEST_COMPLETION : maxBody),
      ...(spec.limits?.canceled && { canceled: true }),
    };
  }

  hear(spec: RequestSpec, { failure, timing }: Exchange): void {
    const endpoint = this.#of(spec);
    if (!failure) {
      endpoint.slowestMs = Math.max(endpoint.slowestMs, timing.endMs);
      this.#hasAny = true;
    }
    if (failure?.kind !== 'timeout-headers' && failure?.kind !== 'timeout-body') return;
    endpoint.timeOuts += 1;
    this.#atFirst += 1;
  }

  #of(spec: RequestSpec): { timeOuts: number; slowestMs: number } {
    const name = endpointOf(spec);
    const known = this.#endpoints.get(name) ?? { timeOuts: 0, slowestMs: 0 };
    this.#endpoints.set(name, known);
    return known;
  }
}
