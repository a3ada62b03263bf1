import type { Clock } from '../vocabulary/clock.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { saysLimit, saysTooFast } from '../vocabulary/limit-words.ts';
import type { LimitPace } from '../vocabulary/target.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { type Attempt, createLimitLooks, FIRST_WAIT_MS, LONGEST_WAIT_MS, type Refused } from './look.ts';
import { withoutQuery } from './names.ts';
import { createOwnRefusals } from './own-refusals.ts';
import { COMPLETIONS, freeControl, OWN_UNDER_A_LIMIT, refusalOf, SPOKEN } from './refusal.ts';
import { learnWords } from './words.ts';

/** A rejection that all requests met for a while: the probe, its control, and the control after the end. */
export interface RateLimited {
  refused: Exchange;
  /** Absent if only repetitions of the probe showed that the limit is over. */
  control?: Exchange;
  later: Exchange;
}

/** Distinguishes rejections of a probe from those that all requests meet during a rate limit. */
export interface LimitGuard {
  /** A request is sent: rejections after invalid keys are not a rate limit. */
  goes(spec: RequestSpec): void;
  /** The response to a probe, repeated if everything was rejected alike for a while. */
  inspect(exchange: Exchange, spec: RequestSpec, attempt: Attempt, clock: Clock): Promise<Exchange>;
  /** The first limit that was met. */
  seen(): RateLimited | undefined;
}

/** Rejections that the valid key is expected to get, or that are transient. */
const MEANT = new Set([400, 402, 404, 405, 408, 410, 411, 413, 414, 415, 422, 429, 431]);

/** After so many rejections that no control met, the next one shows no limit: the service varies its statuses. */
const MOST_UNMET = 4;

/** Retried, whatever they say. */
const TRANSIENT = new Set([408, 429]);

/**
 * Observes the rejections of one run. A request that a limit rejected is repeated at a slower pace, and never
 * judged by that rejection.
 */
export function createLimitGuard(pace: LimitPace): LimitGuard {
  let first: RateLimited | undefined;
  /** Whether invalid keys were tried, and how often in a row a rejection was over before a control met it. */
  let [keysTried, unmet] = [false, 0];
  /** Statuses, with their paths, that did not end: not a limit. */
  const lasting = new Set<string>();
  /** With another status than the limit that was met. */
  const own = createOwnRefusals();
  /** Every error mentions limits, for example in a link to its documentation: the words mean nothing. */
  const speakAlways = learnWords();
  /** Paths that accepted a request. */
  const served = new Set<string>();

  const applies = (exchange: Exchange, spec: RequestSpec) => {
    const status = statusOf(exchange) ?? 0;
    // A key that was never accepted may be mistyped or lack permission: waiting would only delay this message.
    if (isOurs(spec) && status >= 200 && status < 300) served.add(withoutQuery(spec.path));
    if (served.size === 0 || keysTried || !isGiven(spec) || status < 400 || status >= 500) return false;
    if (isOurs(spec) && !MEANT.has(status)) return true;
    // An empty wallet may be reported in such words too.
    const spoken = isOurs(spec) ? SPOKEN.has(status) : status !== 402 && !TRANSIENT.has(status);
    return spoken && saysLimit(exchange);
  };

  /** Whether a rejection looks like that of the met limit. */
  const ofTheLimit = (status: number | undefined) =>
    first !== undefined && statusOf(first.refused) === status;
  const look = createLimitLooks((refused, now) => pace.slowDown(refused, now));

  /** Repeats the request, at a slower pace, until it gets another answer than this rejection, or none is to be expected. */
  const waitForEnd = async (met: Refused): Promise<Exchange> => {
    const { exchange, spec, refusal, attempt, clock } = met;
    const { status, kind, patience, isAlike } = refusal;
    let wait = FIRST_WAIT_MS;
    let alike: Exchange | undefined;
    let refusals = 0;
    let passed = false;
    for (let waited = 0; waited < patience; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
      const seen = await look(met);
      waited += seen.waited;
      if (seen.alike) {
        [alike, refusals, unmet] = [seen.alike, 0, 0];
        own.forget(kind);
      }
      if (!seen.later) continue;
      passed = true;
      const again = await attempt(spec);
      if (!isAlike(again)) {
        first ??= { refused: exchange, ...(alike && { control: alike }), later: seen.later };
        if (!seen.alike && unmet++ < MOST_UNMET) pace.slowDown(exchange, clock.now());
        return again;
      }
      // Rejected while controls were not: a property of this request, not a limit that was met again.
      refusals++;
      // A response that says "too many requests" is not an answer to the request.
      if (refusals >= ownAfter(refusal.own, alike !== undefined || ofTheLimit(status))) {
        own.found(kind);
        return judgeable(again) && exchange;
      }
      await clock.sleep(wait);
      waited += wait;
    }
    if (passed) throw comesAndGoes(exchange);
    // Nothing but rejections: the key may lack permission.
    lasting.add(kind);
    return judgeable(exchange);
  };

  return {
    goes(spec) {
      // Services lock out after invalid keys: later rejections are not a limit.
      if (!isOurs(spec) && (spec.credential === 'none' || spec.authorization !== undefined)) keysTried = true;
    },
    seen: () => first,
    async inspect(exchange, spec, attempt, clock) {
      const meets = applies(exchange, spec);
      pace.heard(exchange, !meets);
      if (!meets) return exchange;
      const refusal = refusalOf(exchange, spec);
      if (refusal.spoken && SPOKEN.has(refusal.status!) && (await speakAlways(attempt))) return exchange;
      const { status, spoken, kind } = refusal;
      if (lasting.has(kind)) return judgeable(exchange);
      if (first && !ofTheLimit(status) && own.isKnown(kind)) return judgeable(exchange);
      if (!spoken && (await refusesAll(served, spec, status, attempt))) return exchange;
      return waitForEnd({ exchange, spec, refusal, attempt, clock });
    },
  };
}

/** So many rejections, while controls are answered, are a property of the request. */
const ownAfter = (own: number, isLimited: boolean) => (isLimited ? OWN_UNDER_A_LIMIT : own);

const statusOf = (exchange: Exchange) => exchange.response?.status;

/** An endpoint that never accepted anything while another one works: the endpoint itself rejects. */
async function refusesAll(
  served: ReadonlySet<string>,
  { path }: RequestSpec,
  status: number | undefined,
  attempt: Attempt,
): Promise<boolean> {
  if (served.has(withoutQuery(path)) || path.startsWith(COMPLETIONS)) return false;
  return statusOf(await attempt(freeControl({ path: COMPLETIONS }))) !== status;
}

/**
 * The rejection, unless it says "too many requests", which is not an answer to the request, however long it lasts.
 */
function judgeable(exchange: Exchange): Exchange {
  if (saysTooFast(exchange)) throw comesAndGoes(exchange);
  return exchange;
}

function comesAndGoes(exchange: Exchange): Inconclusive {
  const message = `status ${exchange.response?.status} for all requests, repeatedly: possibly a rate limit`;
  return new Inconclusive(message, [exchange], 'status/rate-limit');
}

/** With a configured key, unchanged. */
function isGiven(spec: RequestSpec): boolean {
  return spec.credential !== 'none' && spec.authorization === undefined;
}

function isOurs(spec: RequestSpec): boolean {
  return (spec.credential ?? 'main') === 'main' && spec.authorization === undefined;
}
