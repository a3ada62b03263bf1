import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import { TargetDown } from '../vocabulary/target.ts';
import { kindOf } from './endless-bodies.ts';

/** Time-outs of one kind of request, none of which was ever answered, after which no more of that kind are sent. */
const ENOUGH = 3;

/** A kind of request that was sent: whether one was answered, or how many waited for headers in vain. */
interface Kind {
  answered: boolean;
  timeouts: number;
  last: string;
}

/**
 * Learns which kinds of request are never answered, as bodies that are no JSON are by a server whose parser throws: each would
 * cost a whole time-out. A kind of which one was answered is none of them.
 */
export class SilentKinds {
  readonly #kinds = new Map<string, Kind>();

  /** Throws `TargetDown` for a kind of which three requests timed out, and none was answered. */
  refuse(spec: RequestSpec): void {
    const name = nameOf(spec);
    const known = this.#kinds.get(name);
    if (known && !known.answered && known.timeouts >= ENOUGH)
      throw new TargetDown(`no request of this kind was answered: ${name}: ${known.last}`);
  }

  /** Notes what a request came to. */
  note(spec: RequestSpec, { response, failure }: Exchange): void {
    const name = nameOf(spec);
    const known = this.#kinds.get(name) ?? { answered: false, timeouts: 0, last: '' };
    this.#kinds.set(name, known);
    known.answered ||= response !== undefined;
    if (failure?.kind !== 'timeout-headers') return;
    known.timeouts += 1;
    known.last = failure.message;
  }
}

function nameOf(spec: RequestSpec): string {
  return spec.method === 'POST' && !isJson(spec.body) ? `${kindOf(spec)}, no JSON` : kindOf(spec);
}

function isJson(body: RequestSpec['body']): boolean {
  try {
    parseJson(typeof body === 'string' ? body : Buffer.from(body ?? []).toString());
    return true;
  } catch {
    return false;
  }
}
