import { FREE, priceOf } from '../vocabulary/billed.ts';
import type { CheckId } from '../vocabulary/check-ids.ts';
import { asksForStream, type Exchange, type RequestSpec } from '../vocabulary/exchange.ts';
import { brokenAlike } from '../vocabulary/transient.ts';
import type { PaidRounds } from './paid-rounds.ts';

/**
 * Ways in which bodies of completions are truncated, each found with three attempts. A later request that meets the
 * same one is not repeated three times.
 */
export interface Breaks {
  /** Records the outcomes of all attempts at a request. */
  note(spec: RequestSpec, exchanges: readonly Exchange[]): void;
  /** The check that reports this kind of truncation, if it was found in an earlier round. */
  known(spec: RequestSpec, exchange: Exchange): CheckId | undefined;
}

/** None was found yet. A record itself shows which requests were repeated: `isRecorded`. */
export function createBreaks(rounds: Pick<PaidRounds, 'current'>, isRecorded = false): Breaks {
  const found = new Map<string, number>();
  return {
    note(spec, exchanges) {
      const way = wayOf(spec, exchanges.at(-1));
      if (way !== undefined && !isRecorded && brokenAlike(exchanges) && !found.has(way))
        found.set(way, rounds.current());
    },
    known(spec, exchange) {
      const round = found.get(wayOf(spec, exchange) ?? '');
      return round === undefined || round >= rounds.current() ? undefined : toldBy(spec);
    },
  };
}

/** The check that reports truncated bodies of such requests. */
const toldBy = (spec: RequestSpec): CheckId =>
  asksForStream(spec) ? 'stream/body-ends' : 'completion/body-ends';

/** The check that made a repetition needless, if a run did not repeat a request after this response. */
export const brokenOff = (spec: RequestSpec, exchange: Exchange): CheckId | undefined =>
  wayOf(spec, exchange) === undefined ? undefined : toldBy(spec);

function wayOf(spec: RequestSpec, exchange: Exchange | undefined): string | undefined {
  if (!exchange?.failure || !exchange.response || priceOf(spec) === FREE) return undefined;
  // Compressed responses take another code path, and there are few of them.
  if (spec.headers?.some(([name]) => name.toLowerCase() === 'accept-encoding')) return undefined;
  return `${asksForStream(spec) ? 'streamed' : 'plain'} ${exchange.failure.kind}`;
}
