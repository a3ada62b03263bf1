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
 * How often each failure is tried at most, the first attempt included. A connection that was dropped is as passing as a
 * 503 and has the run's own number; what costs a whole timeout each time, or will not change, has fewer. Three of the
 * same break within a body are what a judge needs to call it no passing fault.
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
  /** Why a body that breaks off is not worth another attempt: the check that tells of it. */
  broken?(spec: RequestSpec, exchange: Exchange): CheckId | undefined;
  /** What was learnt of the target. */
  health?: Health;
}

/**
 * Sends until the answer is no transient one, within `settings.attempts`, waiting longer each time or as long as
 * Retry-After asks. Rejects with `Inconclusive`, which holds every exchange, when the transient answers do not end; what
 * `send` rejects with before anything was answered passes through.
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
    // A limit says nothing of what was asked: between answers that break off it is no attempt.
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
    // The pace of the run waits for a limit, and lets what was put off go first: who slept as long would find it spent by
    // others. What is put off all the same makes room for them.
    if (isLimit(exchange) && asked !== 0 && seen.filter(isLimit).length % 2 === 1) continue;
    await clock.sleep(pause(asked, seen.length));
  }
}

/** Why no further attempt was sent, after the attempts that were seen. */
function unsent(error: unknown, seen: readonly Exchange[]): unknown {
  if (seen.length === 0 || error instanceof RunStopped) return error;
  // Found out meanwhile, by somebody else: no more attempts are needed.
  if (error instanceof Inconclusive && error.blockedBy)
    return new Inconclusive(describe(seen), seen, error.blockedBy);
  const reason = error instanceof Error ? error.message : 'no more requests could be sent';
  return new Inconclusive(`${describe(seen)}; then: ${reason}`, seen);
}

function attemptsFor({ failure }: Exchange, settings: Settings): number {
  // A body that was still coming when time was up is slow: no evidence needs it a third time.
  const slow = failure?.kind === 'timeout-body' && !timedOutInSilence(failure);
  const most = slow ? 2 : failure && MOST_ATTEMPTS[failure.kind];
  return Math.min(settings.attempts, most ?? settings.attempts);
}

/** As long as was asked for; but a service that asks for no pause, and still has no answer, is not asked all the time. */
function pause(asked: number | undefined, failures: number): number {
  if (asked === undefined) return backOff(failures);
  return failures === 1 ? asked : Math.max(asked, Math.min(1_000, backOff(failures)));
}

/** 0.5 s, 1 s, 2 s … 8 s: no jitter, so that a run can be repeated; the pacer spreads requests anyway. */
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
