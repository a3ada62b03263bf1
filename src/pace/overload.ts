import type { RequestSpec } from '../vocabulary/exchange.ts';

/** Different requests in a row, all meant to succeed, that say that a service is overloaded. */
const IN_A_ROW = 3;
/** Of so many requests so many get a 503: it asks to go slowly, where some that got one were served later. */
const LOOKED_AT = 12;
const CROWDED = 4;
const SERVED_LATER = 2;

/**
 * Tells an overloaded service from one that answers single requests with 503. The latter gives others an answer meanwhile:
 * only where several different ones in a row got nothing else does it want to be asked more slowly. A 503 that comes to some
 * for their own sake (`isSteady`) is never a plea; `mistaken` is called then, for what was thought so far.
 */
export class Overload {
  readonly #isSteady: (spec: RequestSpec) => boolean;
  readonly #mistaken: () => void;
  readonly #inARow = new Set<RequestSpec>();
  readonly #waiting = new Set<RequestSpec>();
  #recovered = 0;
  #isCrowded = false;
  #wasSteady = false;
  /** Of the last ones: whether it was a 503. */
  #recent: boolean[] = [];

  constructor(isSteady: (spec: RequestSpec) => boolean, mistaken: () => void) {
    this.#isSteady = isSteady;
    this.#mistaken = mistaken;
  }

  /** Notes a 503; true when it speaks of the service and not of this request. */
  tells(spec: RequestSpec): boolean {
    this.#look(true);
    this.#waiting.add(spec);
    const isSteady = this.#isSteady(spec);
    if (isSteady && !this.#wasSteady) this.#mistaken();
    this.#wasSteady = isSteady;
    if (isSteady) return false;
    if (isMeant(spec)) this.#inARow.add(spec);
    const refused = this.#recent.filter(Boolean).length;
    this.#isCrowded ||= this.#recovered >= SERVED_LATER && refused >= CROWDED;
    return this.#isCrowded || this.#inARow.size >= IN_A_ROW;
  }

  /** Notes that this one got another answer. */
  served(spec: RequestSpec): void {
    this.#look(false);
    if (this.#waiting.delete(spec)) this.#recovered += 1;
    this.#inARow.clear();
  }

  #look(refused: boolean): void {
    this.#recent = [...this.#recent.slice(1 - LOOKED_AT), refused];
  }
}

/** What is not meant to succeed may get nothing but a 503, whatever the load is. */
function isMeant({ billable, method }: RequestSpec): boolean {
  return billable !== undefined || method === 'GET';
}
