import type { CheckId } from '../vocabulary/check-ids.ts';
import type { Clock } from '../vocabulary/clock.ts';
import type { Exchange, FailureKind, RequestSpec } from '../vocabulary/exchange.ts';
import type { Settings } from '../vocabulary/settings.ts';
import type { Tally } from '../vocabulary/tally.ts';
import { type Health, RunStopped } from '../vocabulary/target.ts';
import { brokenAlike, isTransient, timedOutInSilence } from '../vocabulary/transient.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { RATE_LIMIT_PATIENCE_MS } from './kinds.ts';
import { retryAfterMs } from './retry-after.ts';

/**
 * Maximum attempts for each failure, including the first. A dropped connection is as transient as a 503 and gets
 * the run's own number; failures that cost a whole timeout, or will not change, get fewer. Three equal truncations
 * of a body are what a judge needs to call it permanent.
 */
const MOST_ATTEMPTS: Partial<Record<FailureKind, number>> = {
  tls: 1,
  'too-large': 1,
  aborted: 1,
  dns: 2,
  protocol: 3,
  head: 3,
  'timeout-connect': 2,
  'timeout-headers': 2,
  'timeout-body': 3,
};

export interface RetryContext {
  clock: Clock;
  settings: Settings;
  /** Where retries are counted. */
  tally?: Tally;
  /** Why a truncated body is not worth another attempt: the check that reports it. */
  broken?(spec: RequestSpec, exchange: Exchange): CheckId | undefined;
  /** Knowledge about the target. */
  health?: Health;
}

/**
 * Sends until the response is not transient, within `settings.attempts`, with growing waits or those of
 * Retry-After. Rejects with `Inconclusive`, which contains every exchange, if the transient responses do not end;
 * rejections of `send` before any response are passed on.
 */
export async function sendWithRetry(
  send: (spec: RequestSpec) => Promise<Exchange>,
  spec: RequestSpec,
  { clock, settings, tally, broken, health }: RetryContext,
): Promise<Exchange> {
  const seen: Exchange[] = [];
  for (;;) {
    const exchange = await send(spec).catch((error: unknown) => {
      throw unsent(error, seen);
    });
    if (!isTransient(exchange)) return exchange;
    seen.push(exchange);
    const cause = broken?.(spec, exchange);
    if (cause) throw new Inconclusive(describe(seen), seen, cause);
    const known = health?.known(spec, exchange);
    const isLimit = ({ response }: Exchange) => response?.status === 429;
    const limited = isLimit(exchange) && !known && clock.now() - seen[0]!.startedAt < RATE_LIMIT_PATIENCE_MS;
    // A rate-limit response says nothing about the request: between truncated responses it is not an attempt.
    const tried = isLimit(exchange) ? seen.length : seen.filter((e) => !isLimit(e)).length;
    const most = Math.min(attemptsFor(exchange, settings), known?.attempts ?? Infinity);
    if (known?.steady && tried >= most)
      throw new Inconclusive(known.steady, seen, known.toldBy, { isSteady: true });
    if ((tried >= most && !limited) || brokenAlike(seen)) {
      throw new Inconclusive(describe(seen), seen);
    }
    const asked = retryAfterMs(exchange, clock.now());
    if (asked !== undefined && asked > settings.maxRetryAfterMs) {
      throw new Inconclusive(
        `${describe(seen)}, asking to wait ${Math.round(asked / 1000)} s, longer than the limit`,
        seen,
      );
    }
    const kind = what(exchange);
    if (tally) tally.retries[kind] = (tally.retries[kind] ?? 0) + 1;
    // The run's pacing waits for a limit and sends deferred requests first; a sleeping retry would find the limit
    // used up. Requests that are deferred anyway make room for them.
    if (isLimit(exchange) && asked !== 0 && seen.filter(isLimit).length % 2 === 1) continue;
    await clock.sleep(pause(asked, seen.length));
  }
}

/** Why no further attempt was sent, after these attempts. */
function unsent(error: unknown, seen: readonly Exchange[]): unknown {
  if (seen.length === 0 || error instanceof RunStopped) return error;
  // Others show the violation: attempts at a repetition of it do not matter.
  if (error instanceof Inconclusive && error.isShown) return error;
  // Found out meanwhile by another request: no more attempts are needed.
  if (error instanceof Inconclusive && error.blockedBy)
    return new Inconclusive(describe(seen), seen, error.blockedBy);
  const reason = error instanceof Error ? error.message : 'no more requests could be sent';
  return new Inconclusive(`${describe(seen)}; then: ${reason}`, seen);
}

function attemptsFor({ failure }: Exchange, settings: Settings): number {
  // A body that was still arriving at the timeout is slow: a third attempt is not needed.
  const slow = failure?.kind === 'timeout-body' && !timedOutInSilence(failure);
  const most = slow ? 2 : failure && MOST_ATTEMPTS[failure.kind];
  return Math.min(settings.attempts, most ?? settings.attempts);
}

/** As long as demanded; a service that demands no pause, and still fails, is not requested constantly. */
function pause(asked: number | undefined, failures: number): number {
  if (asked === undefined) return backOff(failures);
  return failures === 1 ? asked : Math.max(asked, Math.min(1_000, backOff(failures)));
}

/** 0.5 s, 1 s, 2 s … 8 s: without jitter, so that a run is repeatable; pacing spreads requests anyway. */
function backOff(failures: number): number {
  return Math.min(8_000, 500 * 2 ** (failures - 1));
}

function what(exchange: Exchange): string {
  return exchange.failure?.kind ?? String(exchange.response?.status);
}

function describe(seen: readonly Exchange[]): string {
  const last = seen.at(-1)!;
  const times = seen.length === 1 ? 'once' : `${seen.length} times`;
  const message = last.failure ? last.failure.message : `status ${last.response?.status}`;
  const alike = seen.every((e) => what(e) === what(last));
  return alike
    ? `${message}, ${times}`
    : `no conclusive answer in ${seen.length} attempts; the last: ${message}`;
}
