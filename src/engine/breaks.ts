import { FREE, priceOf } from '../vocabulary/billed.ts';
import type { CheckId } from '../vocabulary/check-ids.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { brokenAlike } from '../vocabulary/transient.ts';
import type { PaidRounds } from './paid-rounds.ts';

/**
 * Ways in which the bodies of completions break off, found by asking three times for the same. Whoever meets one after
 * that need not pay three times to see it again.
 */
export interface Breaks {
  /** Notes what all attempts at a request came to. */
  note(spec: RequestSpec, exchanges: readonly Exchange[]): void;
  /** The check that tells of this break, when it was found in an earlier round. */
  known(spec: RequestSpec, exchange: Exchange): CheckId | undefined;
}

/** None was found yet. */
export function createBreaks(rounds: Pick<PaidRounds, 'current'>): Breaks {
  const found = new Map<string, number>();
  return {
    note(spec, exchanges) {
      const way = wayOf(spec, exchanges.at(-1));
      if (way !== undefined && brokenAlike(exchanges) && !found.has(way)) found.set(way, rounds.current());
    },
    known(spec, exchange) {
      const round = found.get(wayOf(spec, exchange) ?? '');
      if (round === undefined || round >= rounds.current()) return undefined;
      return isStreamed(spec) ? 'stream/body-ends' : 'completion/body-ends';
    },
  };
}

function wayOf(spec: RequestSpec, exchange: Exchange | undefined): string | undefined {
  if (!exchange?.failure || !exchange.response || priceOf(spec) === FREE) return undefined;
  // Whoever allows compression is answered by other code, and there are few of them.
  if (spec.headers?.some(([name]) => name.toLowerCase() === 'accept-encoding')) return undefined;
  return `${isStreamed(spec) ? 'streamed' : 'plain'} ${exchange.failure.kind}`;
}

/** Whether a completion is asked for as a stream. */
export function isStreamed({ body }: RequestSpec): boolean {
  return typeof body === 'string' && /"stream"\s*:\s*true/.test(body);
}
