import { asksForStream, type Exchange } from '../vocabulary/exchange.ts';
import type { QueuedRequest } from './queued-request.ts';

/** Requests that are repeated to see whether bodies always break off: the cheapest ones. */
const LEADERS = 3;

/**
 * Bodies of completions that were truncated for the first time. Repeating shows whether they always are, which
 * costs money. The cheapest are repeated first, and until the result is known no other request of the kind
 * (streamed or not) is bought.
 */
export interface FirstBreaks {
  /** Examines whether an outcome is such a truncation. */
  note(standing: QueuedRequest, exchange: Exchange | undefined): void;
  /** Whether a request has to wait until more is known. */
  holds(standing: QueuedRequest): boolean;
  /**
   * Records which requests wait now. If no cheapest request waits and none is about to (`pausing`), enough is
   * known.
   */
  review(waiting: readonly QueuedRequest[], pausing: boolean): void;
}

type Kind = 'streamed' | 'plain';

const kindOf = ({ spec }: QueuedRequest): Kind => (asksForStream(spec) ? 'streamed' : 'plain');
/** The same for all attempts at a request. */
const nameOf = ({ order }: QueuedRequest): string => order.slice(0, order.lastIndexOf(' '));

/** No body was truncated yet. */
export function createFirstBreaks(): FirstBreaks {
  const looking = new Map<Kind, ReadonlySet<string>>();
  const known = new Set<Kind>();
  const leads = (one: QueuedRequest) => one.retry && looking.get(kindOf(one))?.has(nameOf(one)) === true;
  return {
    note(standing, exchange) {
      const broken = exchange?.failure !== undefined && exchange.response !== undefined;
      const kind = kindOf(standing);
      if (broken && standing.purpose === 'valid' && !known.has(kind) && !looking.has(kind))
        looking.set(kind, new Set());
    },
    holds: (one) => one.purpose === 'valid' && !one.again && looking.has(kindOf(one)) && !leads(one),
    review(waiting, pausing) {
      if (pausing) return;
      for (const [kind, leaders] of looking) {
        const retries = waiting.filter((one) => one.retry && !one.again && kindOf(one) === kind);
        if (leaders.size === 0 && retries.length > 0) {
          const cheapest = retries.toSorted((a, b) => a.price.tokens - b.price.tokens).slice(0, LEADERS);
          looking.set(kind, new Set(cheapest.map(nameOf)));
        } else if (!retries.some(leads)) {
          looking.delete(kind);
          known.add(kind);
        }
      }
    },
  };
}
