import { createLimitGuard } from '../pace/limits.ts';
import { createOutageGuard } from '../pace/outage.ts';
import type { Check, Requester } from '../vocabulary/check.ts';
import type { Credential, Exchange } from '../vocabulary/exchange.ts';
import type { Settings } from '../vocabulary/settings.ts';
import type { Target } from '../vocabulary/target.ts';
import type { RunWatch } from '../vocabulary/watch.ts';
import { SentRequests } from './as-sent.ts';
import { createBalanceGuard } from './balance-guard.ts';
import { createBreaks } from './breaks.ts';
import { createControls } from './controls.ts';
import { createExchangeLog, joinedLog } from './exchange-log.ts';
import { IsolatedRepetition } from './isolated-repetition.ts';
import { createPaidRounds } from './paid-rounds.ts';
import type { RunContext } from './requester.ts';
import type { Sweeps } from './sweeps.ts';

/** One of several runs that are judged together: its requests, its target and its keys. */
export interface Part {
  target: Target;
  settings: Settings;
  credentials: readonly Credential[];
  /** Whether this run contains a check. */
  asks(check: Check): boolean;
}

/** The shared state of all parts. */
export interface Shared {
  /** The minimal valid completion, which distinguishes an empty wallet from a wrong status. */
  plain(ask: Requester): Promise<Exchange>;
  phases: RunContext['phases'];
  watch?: RunWatch | undefined;
  sweeps: Pick<Sweeps, 'note'>;
  urgencyOf: RunContext['urgencyOf'];
}

/**
 * The shared state of each part's requesters. Each part shares responses, lessons and budget among its own checks,
 * as in its own run; leaks, statuses, limits and sweeps are common to all.
 */
export function createRunContexts(
  parts: readonly Part[],
  { plain, phases, watch, sweeps, urgencyOf }: Shared,
): RunContext[] {
  const logs = parts.map(({ settings }) => createExchangeLog(settings.apiPath));
  const guards = parts.map(({ target }) => createLimitGuard(target.limitPace));
  const limited = () => guards.map((guard) => guard.seen()).find((seen) => seen !== undefined);
  return parts.map(({ target, settings }, at) => {
    const rounds = createPaidRounds(settings, target.tally);
    return {
      target,
      settings,
      phases,
      exchangeLog: parts.length === 1 ? logs[at]! : joinedLog(logs[at]!, logs.toSpliced(at, 1)),
      sent: new SentRequests(),
      sweep: (exchange) => sweeps.note(exchange, at, settings),
      balanceGuard: createBalanceGuard(plain),
      limitGuard: parts.length === 1 ? guards[at]! : { ...guards[at]!, seen: limited },
      outageGuard: createOutageGuard(),
      shared: new Map(),
      turns: new Map(),
      rounds,
      breaks: createBreaks(rounds, target.isRecorded),
      alone: new IsolatedRepetition(),
      controls: createControls(),
      urgencyOf,
      watch,
    };
  });
}
