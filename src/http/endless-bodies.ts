import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { TargetDown } from '../vocabulary/target.ts';
import { fellSilent } from '../vocabulary/transient.ts';

/** Bodies of one kind that were too large or had no end, after which no more of that kind are asked for. */
const ENOUGH = 3;

/** Bodies without an end in a row, and whether they were those of successes. */
interface Endless {
  count: number;
  success: boolean;
  last: string;
}

/**
 * Learns which kinds of request get bodies that have no end in reach: each would cost a whole limit of time or size. A body
 * that falls silent is no such body, because that is a break in one place, which three attempts show.
 */
export class EndlessBodies {
  readonly #kinds = new Map<string, Endless>();

  /** Throws `TargetDown` for a kind that got three such bodies in a row. */
  refuse(spec: RequestSpec): void {
    const kind = kindOf(spec);
    const known = this.#kinds.get(kind);
    if (known && known.count >= ENOUGH) {
      throw new TargetDown(`${known.count} bodies of ${kind} in a row had no end in reach: ${known.last}`);
    }
  }

  /** Notes how the body of an answer ended. */
  note(spec: RequestSpec, { response, failure }: Exchange): void {
    if (!response) return;
    const kind = kindOf(spec);
    const success = response.status < 300;
    const known = this.#kinds.get(kind);
    const isAlike = known?.success === success;
    if (failure?.kind === 'too-large' || (failure?.kind === 'timeout-body' && !fellSilent(failure))) {
      this.#kinds.set(kind, { count: isAlike ? known.count + 1 : 1, success, last: failure.message });
    } else if (isAlike && !failure) this.#kinds.delete(kind);
  }
}

/** What answers of one make are asked for with: an endpoint, whether a success is paid for, and whether it is a stream. */
export function kindOf({ method, path, body, billable }: RequestSpec): string {
  const endpoint = `${method} ${path.split('?', 1)[0]}`;
  if (method !== 'POST') return endpoint;
  const isStreamed = typeof body === 'string' && /"stream"\s*:\s*true/.test(body);
  return `${endpoint} (${isStreamed ? 'streamed' : 'not streamed'}${billable ? '' : ', not paid for'})`;
}
