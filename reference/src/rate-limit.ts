import { chance } from './chance.ts';
import type { ServiceRequest } from './message.ts';
import type { Refusal } from './refusal.ts';

/** So many requests in so long a time. */
export interface RateLimit {
  requests: number;
  perMs: number;
}

/** Shares (0 to 1) of requests that meet trouble; off by default. */
export interface Trouble {
  overload?: number;
  serverError?: number;
}

/** Says why a request isn't let in: the rate limit of its key, or the trouble that was switched on. */
export function createRateLimit(
  seed: number,
  rateLimit: RateLimit | undefined,
  trouble: Trouble,
): (request: ServiceRequest) => Refusal | undefined {
  const luck = chance(`${seed} trouble`);
  const windows = new Map<string, { start: number; count: number }>();

  const limited = (request: ServiceRequest): Refusal | undefined => {
    if (!rateLimit) return undefined;
    const now = request.receivedAt;
    const key = request.account?.key ?? '';
    let window = windows.get(key);
    if (!window || now - window.start >= rateLimit.perMs) {
      window = { start: now, count: 0 };
      windows.set(key, window);
    }
    if (window.count++ < rateLimit.requests) return undefined;
    const wait = Math.max(1, Math.ceil((window.start + rateLimit.perMs - now) / 1000));
    return { reason: 'rate-limit', message: 'Rate limit reached.', retryAfterSeconds: wait };
  };

  return (request) => {
    const refusal = limited(request);
    if (refusal) return refusal;
    const draw = trouble.overload || trouble.serverError ? luck() : 1;
    if (draw < (trouble.overload ?? 0)) {
      return { reason: 'overload', message: 'The service is overloaded.', retryAfterSeconds: 1 };
    }
    if (draw < (trouble.overload ?? 0) + (trouble.serverError ?? 0)) {
      return { reason: 'server-error', message: 'Something went wrong on our side.' };
    }
    return undefined;
  };
}
