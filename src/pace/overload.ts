import type { RequestSpec } from '../vocabulary/exchange.ts';

/** Consecutive different requests, all meant to succeed, that indicate an overload. */
const IN_A_ROW = 3;
/** Share of 503 responses that indicates an overload, if some of their requests succeeded later. */
const LOOKED_AT = 12;
const CROWDED = 4;
const SERVED_LATER = 2;

/**
 * Distinguishes an overloaded service from one that answers single requests with 503. The latter answers other
 * requests meanwhile, so only several different ones in a row indicate an overload. A 503 that is a property of
 * some requests (`isSteady`) never does; `mistaken` is then called.
 */
export class Overload {
  readonly #isSteady: (spec: RequestSpec) => boolean;
  readonly #mistaken: () => void;
  readonly #inARow = new Set<RequestSpec>();
  readonly #waiting = new Set<RequestSpec>();
  #recovered = 0;
  #isCrowded = false;
  #wasSteady = false;
  /** Of the last ones: whether the status was 503. */
  #recent: boolean[] = [];

  constructor(isSteady: (spec: RequestSpec) => boolean, mistaken: () => void) {
    this.#isSteady = isSteady;
    this.#mistaken = mistaken;
  }

  /** Records a 503; true if it concerns the service and not this request. */
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

  /** Records another response. */
  served(spec: RequestSpec): void {
    this.#look(false);
    if (this.#waiting.delete(spec)) this.#recovered += 1;
    this.#inARow.clear();
  }

  #look(refused: boolean): void {
    this.#recent = [...this.#recent.slice(1 - LOOKED_AT), refused];
  }
}

/** A request that is not meant to succeed may always get 503. */
function isMeant({ billable, method }: RequestSpec): boolean {
  return billable !== undefined || method === 'GET';
}
