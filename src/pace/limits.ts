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

/** A refusal that everything met for a while: the probe, the control beside it, and the control when it was over. */
export interface RateLimited {
  refused: Exchange;
  /** Absent when only repetitions of the probe showed that it was not meant. */
  control?: Exchange;
  later: Exchange;
}

/** Tells refusals of a probe from those that everything meets while a limit lasts. */
export interface LimitGuard {
  /** A request goes out: what is refused after wrong keys is no limit. */
  goes(spec: RequestSpec): void;
  /** The answer to a probe, asked for again where everything was refused alike for a while. */
  inspect(exchange: Exchange, spec: RequestSpec, attempt: Attempt, clock: Clock): Promise<Exchange>;
  /** The first limit that was met. */
  seen(): RateLimited | undefined;
}

/** Refusals that requests with the right key are meant to bring, or that are transient. */
const MEANT = new Set([400, 402, 404, 405, 408, 410, 411, 413, 414, 415, 422, 429, 431]);

/** Retried, whatever they say. */
const TRANSIENT = new Set([408, 429]);

/** Watches the refusals of one run. What a limit hit is asked for again at a slower pace, and never judged by it. */
export function createLimitGuard(pace: LimitPace): LimitGuard {
  let first: RateLimited | undefined;
  let keysTried = false;
  /** Statuses, with their paths, that were waited for in vain: no limit. */
  const lasting = new Set<string>();
  /** Of another status than that of the limit that was met. */
  const own = createOwnRefusals();
  /** Every error speaks of limits, as one that links to its documentation does: the words tell nothing. */
  const speakAlways = learnWords();
  /** Paths that took something. */
  const served = new Set<string>();

  const applies = (exchange: Exchange, spec: RequestSpec) => {
    const status = statusOf(exchange) ?? 0;
    // A key that was never accepted is mistyped, or may not do this: waiting would only keep its owner from hearing it.
    if (isOurs(spec) && status >= 200 && status < 300) served.add(withoutQuery(spec.path));
    if (served.size === 0 || keysTried || !isGiven(spec) || status < 400 || status >= 500) return false;
    if (isOurs(spec) && !MEANT.has(status)) return true;
    // What an empty wallet means may be said with such words, too.
    const spoken = isOurs(spec) ? SPOKEN.has(status) : status !== 402 && !TRANSIENT.has(status);
    return spoken && saysLimit(exchange);
  };

  /** Whether a refusal is like that of the limit that was met. */
  const ofTheLimit = (status: number | undefined) =>
    first !== undefined && statusOf(first.refused) === status;
  const look = createLimitLooks((refused, now) => pace.slowDown(refused, now));

  /** Asks again, at a slower pace, until something else comes than this refusal, or nothing else is to be expected. */
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
        [alike, refusals] = [seen.alike, 0];
        own.forget(kind);
      }
      if (!seen.later) continue;
      passed = true;
      const again = await attempt(spec);
      if (!isAlike(again)) {
        first ??= { refused: exchange, ...(alike && { control: alike }), later: seen.later };
        if (!seen.alike) pace.slowDown(exchange, clock.now());
        return again;
      }
      // Refused beside controls that were not: it is what this request brings, and no limit that is met again.
      refusals++;
      // What says that it came too fast is no answer to what was asked.
      if (refusals >= ownAfter(refusal.own, alike !== undefined || ofTheLimit(status))) {
        own.found(kind);
        return judgeable(again) && exchange;
      }
      await clock.sleep(wait);
      waited += wait;
    }
    if (passed) throw comesAndGoes(exchange);
    // Nothing but refusals: the key may not do this at all.
    lasting.add(kind);
    return judgeable(exchange);
  };

  return {
    goes(spec) {
      // Services lock out after wrong keys: what they refuse from there on is no limit.
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

/** After how many refusals beside controls that were answered it is what a request brings. */
const ownAfter = (own: number, isLimited: boolean) => (isLimited ? OWN_UNDER_A_LIMIT : own);

const statusOf = (exchange: Exchange) => exchange.response?.status;

/** An endpoint that never took anything, while another one answers as ever: then it is the endpoint that refuses. */
async function refusesAll(
  served: ReadonlySet<string>,
  { path }: RequestSpec,
  status: number | undefined,
  attempt: Attempt,
): Promise<boolean> {
  if (served.has(withoutQuery(path)) || path.startsWith(COMPLETIONS)) return false;
  return statusOf(await attempt(freeControl({ path: COMPLETIONS }))) !== status;
}

/** The refusal, unless it says that it came too fast: that is no answer to what was asked, however long it lasts. */
function judgeable(exchange: Exchange): Exchange {
  if (saysTooFast(exchange)) throw comesAndGoes(exchange);
  return exchange;
}

function comesAndGoes(exchange: Exchange): Inconclusive {
  const message = `status ${exchange.response?.status} for all requests, repeatedly: possibly a rate limit`;
  return new Inconclusive(message, [exchange], 'status/rate-limit');
}

/** With a key that was given for the run, as it stands. */
function isGiven(spec: RequestSpec): boolean {
  return spec.credential !== 'none' && spec.authorization === undefined;
}

function isOurs(spec: RequestSpec): boolean {
  return (spec.credential ?? 'main') === 'main' && spec.authorization === undefined;
}
