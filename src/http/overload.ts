import type { RequestSpec } from '../vocabulary/exchange.ts';

/** Different requests in a row, all meant to succeed, that say that a service is overloaded. */
const IN_A_ROW = 3;

/** A request that gets nothing else so often, while others are served between, gets it for its own sake. */
const FOR_ITS_OWN_SAKE = 4;
/** So many requests of that kind to each that was served in the end, and a service answers so whatever its load is. */
const STEADY = 3;

/** Of so many requests so many get a 503: it asks to go slowly, where some that got one were served later. */
const LOOKED_AT = 12;
const CROWDED = 4;
const SERVED_LATER = 2;

/** Tells an overloaded service from one that answers single requests with 503. */
export interface Overload {
  /** Notes a 503; true when it speaks of the service and not of this request. */
  tells(spec: RequestSpec): boolean;
  /** Whether what gets one gets it for its own sake, as far as it was seen. */
  isSteady(): boolean;
  /** Notes that this one got another answer. */
  served(spec: RequestSpec): void;
}

/**
 * A service that answers some requests so every time, whatever its load, gives others an answer meanwhile: only where
 * several different ones in a row got nothing else does it want to be asked more slowly. Once some were seen to be refused
 * for their own sake, and hardly any was served later, no 503 of that service is taken for a plea to go slowly any more;
 * `mistaken` is called then, for what was thought so far.
 */
export function createOverload(mistaken?: () => void): Overload {
  const inARow = new Set<RequestSpec>();
  /** How often each got nothing else, each time with another one served since the last time. */
  const apart = new Map<RequestSpec, { times: number; at: number }>();
  let steady = 0;
  let recovered = 0;
  let served = 0;
  let isSteady = false;
  let isCrowded = false;
  /** Of the last ones: whether it was a 503. */
  let recent: boolean[] = [];
  const look = (refused: boolean) => {
    recent = [...recent.slice(1 - LOOKED_AT), refused];
  };
  const note = (spec: RequestSpec) => {
    const { times, at } = apart.get(spec) ?? { times: 0, at: -1 };
    if (at === served) return;
    apart.set(spec, { times: times + 1, at: served });
    if (times + 1 === FOR_ITS_OWN_SAKE) steady += 1;
  };
  return {
    tells(spec) {
      note(spec);
      look(true);
      const was = isSteady;
      isSteady = steady >= STEADY * (1 + recovered);
      if (isSteady && !was) mistaken?.();
      if (isSteady) return false;
      if (isMeant(spec)) inARow.add(spec);
      isCrowded ||= recovered >= SERVED_LATER && recent.filter((refused) => refused).length >= CROWDED;
      return isCrowded || inARow.size >= IN_A_ROW;
    },
    isSteady: () => isSteady,
    served(spec) {
      look(false);
      served += 1;
      if (apart.delete(spec)) recovered += 1;
      inARow.clear();
    },
  };
}

/** What is not meant to succeed may get nothing but a 503, whatever the load is. */
function isMeant({ billable, method }: RequestSpec): boolean {
  return billable !== undefined || method === 'GET';
}
