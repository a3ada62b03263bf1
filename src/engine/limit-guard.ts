import { retryAfterMs } from '../http/retry-after.ts';
import { BROKEN_OFF } from '../vocabulary/billed.ts';
import { Inconclusive } from '../vocabulary/check.ts';
import type { Clock } from '../vocabulary/clock.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { saysLimit, saysTooFast } from '../vocabulary/limit-words.ts';
import { createLimitPace } from './limit-pace.ts';

/** A refusal that everything met for a while: the probe, the control beside it, and the control when it was over. */
export interface RateLimited {
  refused: Exchange;
  /** Absent when only repetitions of the probe showed that it was not meant. */
  control?: Exchange;
  later: Exchange;
}

/** Tells refusals of a probe from those that everything meets while a limit lasts. */
export interface LimitGuard {
  /** Waits for a turn, once a limit was seen. */
  turn(spec: RequestSpec, clock: Clock): Promise<void>;
  /** The answer to a probe, asked for again where everything was refused alike for a while. */
  inspect(exchange: Exchange, spec: RequestSpec, attempt: Attempt, clock: Clock): Promise<Exchange>;
  /** The first limit that was met. */
  seen(): RateLimited | undefined;
}

type Attempt = (spec: RequestSpec) => Promise<Exchange>;

/** Refusals that requests with the right key are meant to bring, or that are transient. */
const MEANT = new Set([400, 402, 404, 405, 408, 410, 411, 413, 414, 415, 422, 429, 431]);

/** Retried, whatever they say. */
const TRANSIENT = new Set([408, 429]);

/** How long a limit is waited for, and between two looks at it. Milliseconds. */
const PATIENCE_MS = 90_000;
/** The same for a status with which no service is known to speak of a limit: long enough for one of a few seconds. */
const SHORT_PATIENCE_MS = 10_000;
/** Refusals that are meant in the most cases, and may be those of a limit where they say so. */
const SPOKEN = new Set([400, 402, 404, 422]);
const OF_LIMITS = new Set([401, 403, 406, 409, 412, 420, 423, 430, 439, 444, 450, 498, 499]);
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 16_000;
/** So often is a probe refused beside controls that are not, before the refusal is taken for its own. */
const OWN = 2;
/** The same where a limit was met before: the probe may meet it again right after its control passed. */
const OWN_UNDER_A_LIMIT = 5;
const COMPLETIONS = '/api/v1/chat/completions';

/** What everyone is refused for in the same way, and nobody pays for; a limit refuses it otherwise. */
function freeControl({ path, credential }: Pick<RequestSpec, 'path' | 'credential'>): RequestSpec {
  const rest = { label: 'a control beside a refusal', ...(credential && { credential }) };
  if (!path.startsWith(COMPLETIONS)) return { method: 'GET', path: withoutQuery(path), ...rest };
  return { method: 'POST', path, headers: [['content-type', 'application/json']], body: BROKEN_OFF, ...rest };
}

/** What is to be told apart: the refusal of one request, or of everything. */
interface Refusal {
  status: number | undefined;
  /** It says that it is one of a limit: only what says so, too, is like it. */
  spoken: boolean;
  /** Which refusals are waited for together. */
  kind: string;
  /** How long its end is waited for, in milliseconds. */
  patience: number;
  /** So often is it met beside controls that are not refused, before it is taken for the probe's own. */
  own: number;
  /** Whether another answer is the same refusal. */
  isAlike(other: Exchange): boolean;
}

function refusalOf(exchange: Exchange, spec: RequestSpec): Refusal {
  const status = exchange.response?.status;
  const spoken = saysLimit(exchange);
  const credential = spec.credential ?? 'main';
  // A wallet may be empty for good, and another key may be refused for good.
  const long = credential === 'main' && status !== 402 && (spoken || OF_LIMITS.has(status ?? 0));
  return {
    status,
    spoken,
    kind: `${status} ${spoken} ${credential} ${withoutQuery(spec.path)}`,
    patience: long ? PATIENCE_MS : SHORT_PATIENCE_MS,
    own: saysTooFast(exchange) ? OWN_UNDER_A_LIMIT : OWN,
    isAlike: (other) => other.response?.status === status && (!spoken || saysLimit(other)),
  };
}

function withoutQuery(path: string): string {
  return path.split('?', 1)[0]!;
}

/** Watches the refusals of one run. What a limit hit is asked for again at a slower pace, and never judged by it. */
export function createLimitGuard(): LimitGuard {
  let first: RateLimited | undefined;
  const pace = createLimitPace();
  let keysTried = false;
  /** Statuses, with their paths, that were waited for in vain: no limit. */
  const lasting = new Set<string>();
  /** Paths that took something. */
  const served = new Set<string>();

  const statusOf = (exchange: Exchange) => exchange.response?.status;
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
  const turn = (spec: RequestSpec, clock: Clock): Promise<void> => {
    // Services lock out after wrong keys: what they refuse from there on is no limit.
    if (!isOurs(spec) && (spec.credential === 'none' || spec.authorization !== undefined)) keysTried = true;
    return pace.turn(clock);
  };

  /** An endpoint that never took anything, while another one answers as ever: then it is the endpoint that refuses. */
  const refusesAll = async ({ path }: RequestSpec, status: number | undefined, attempt: Attempt) => {
    if (served.has(withoutQuery(path)) || path.startsWith(COMPLETIONS)) return false;
    return statusOf(await attempt(freeControl({ path: COMPLETIONS }))) !== status;
  };

  return {
    turn,
    seen: () => first,
    async inspect(exchange, spec, attempt, clock) {
      const meets = applies(exchange, spec);
      pace.heard(exchange, !meets);
      if (!meets) return exchange;
      const refusal = refusalOf(exchange, spec);
      const { status, spoken, kind, patience, isAlike } = refusal;
      if (lasting.has(kind) || (!spoken && (await refusesAll(spec, status, attempt)))) return exchange;
      let wait = retryAfterMs(exchange, clock.now()) ?? FIRST_WAIT_MS;
      let alike: Exchange | undefined;
      let own = 0;
      let passed = false;
      for (let waited = 0; waited < patience; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
        await turn(spec, clock);
        const control = await attempt(freeControl(spec));
        if (isAlike(control)) {
          alike = control;
          own = 0;
        } else {
          passed = true;
          await turn(spec, clock);
          const again = await attempt(spec);
          if (!isAlike(again)) {
            first ??= { refused: exchange, ...(alike && { control: alike }), later: control };
            pace.slowDown(exchange, clock.now());
            return again;
          }
          // Refused beside controls that were not: it is what this request brings, and no limit that is met again.
          own++;
          if (own >= (alike || first ? OWN_UNDER_A_LIMIT : refusal.own)) {
            // What says that it came too fast is no answer to what was asked.
            if (saysTooFast(again)) break;
            return exchange;
          }
        }
        await clock.sleep(wait);
        waited += wait;
      }
      // Nothing but refusals: the key may not do this at all.
      if (alike && !passed) {
        lasting.add(kind);
        return exchange;
      }
      const message = `status ${status} for everything at the moment, again and again: a rate limit?`;
      throw new Inconclusive(message, [exchange], 'status/rate-limit');
    },
  };
}

/** With a key that was given for the run, as it stands. */
function isGiven(spec: RequestSpec): boolean {
  return spec.credential !== 'none' && spec.authorization === undefined;
}

function isOurs(spec: RequestSpec): boolean {
  return (spec.credential ?? 'main') === 'main' && spec.authorization === undefined;
}
