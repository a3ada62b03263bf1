import { type Change, change, faithful } from '../../reference/src/behaviour.ts';
import type { InProcess } from '../../reference/src/service/in-process.ts';
import { type ServiceOptions, startService } from '../../reference/src/service/service.ts';
import { createSession } from '../engine/run-checks.ts';
import { createRedactor } from '../http/redact.ts';
import { createTarget } from '../http/transport.ts';
import { createGate } from '../record/gate.ts';
import { createPseudonyms, type Pseudonyms } from '../record/pseudonyms.ts';
import { HandshakeRefused, shakeHands } from '../run/handshake.ts';
import { PHASES } from '../run/phases.ts';
import type { Check, Judge } from '../vocabulary/check.ts';
import { leapingClock } from '../vocabulary/clock.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import type { CheckLine } from '../vocabulary/record.ts';
import { DEFAULTS, type Settings } from '../vocabulary/settings.ts';
import type { Judged } from './findings.ts';
import { Wire } from './wire.ts';

/** A service to judge, and the options. */
export interface Trial {
  changes: readonly Change[];
  seed: number;
  service?: Partial<ServiceOptions>;
  settings?: Partial<Settings>;
  /** Uses loopback instead of a connection in this process. */
  network?: boolean | undefined;
  /** Does not search responses for keys, which takes half of a run's time. */
  keysUnsought?: boolean;
  /** Delays each request by so many milliseconds of the wall clock, so that responses arrive in another order. */
  jitter?: () => number;
}

/** The outcome of a trial. */
export interface Outcome {
  /** One per check; empty if the handshake ended the run. */
  results: CheckLine[];
  /** Why the handshake ended the run. */
  refused?: string;
  wire: Wire;
  /** Evidence of judges that found something. */
  judged: readonly Judged[];
  /** The pseudonyms of the service's people and ids. */
  pseudonyms: Pseudonyms;
  requests: number;
  billable: number;
  /** Completions that were billed, choices counted. */
  billed: number;
  /** Completion tokens that they requested. */
  tokens: number;
  /** From the first request to the last verdict, on the run's own clock. */
  clockMs: number;
}

/** Long enough for a busy machine, short enough for services that fall silent. Milliseconds of the wall clock. */
const TIMEOUTS = { connectMs: 5_000, headersMs: 5_000, silenceMs: 700, totalMs: 20_000 };

/** In this process, a service with so many records blocks for longer than the other timeouts. */
const BUSY = 1_000;
const BUSY_TIMEOUTS = { ...TIMEOUTS, headersMs: 30_000, totalMs: 60_000 };

/** A little more than two pages of a hundred: every page costs time in every trial. */
const RECORDS = 240;

/** The start of every trial: noon, far from midnight, of a fixed day, since the number of closed records differs by day. */
const START = Date.parse('2026-11-26T12:00:00Z');

/** Runs the whole standard suite against a service in this process, on a simulated clock. */
export async function runAgainst(checks: readonly Check[], trial: Trial): Promise<Outcome> {
  const clock = leapingClock(START);
  const service = await startService({
    clock,
    seed: trial.seed,
    records: RECORDS,
    ...trial.service,
    behaviour: change(faithful(), trial.changes),
  });
  const settings: Settings = {
    ...DEFAULTS,
    timeouts: (trial.service?.records ?? 0) > BUSY ? BUSY_TIMEOUTS : TIMEOUTS,
    baseUrl: service.baseUrl,
    model: service.models.plain,
    reasoningModel: service.models.reasoning,
    seed: trial.seed,
    ...trial.settings,
  };
  const exchanges: Exchange[] = [];
  const judged: Judged[] = [];
  // By the seed: what depends on one pseudonym differs between trials.
  const pseudonyms = createPseudonyms(Buffer.alloc(32, trial.seed));
  const target = createTarget({
    settings,
    keys: service.keys,
    clock,
    gate: createGate(
      settings,
      createRedactor(trial.keysUnsought ? [] : Object.values(service.keys)),
      pseudonyms,
    ),
    ...(!trial.network && { dispatcher: heldBack(service.inProcess, trial.jitter) }),
    onExchange: (exchange) => exchanges.push(exchange),
  });
  const begun = clock.now();
  let ended = begun;
  let refused: string | undefined;
  let results: CheckLine[] = [];
  try {
    const session = createSession({
      phases: PHASES,
      checks,
      settings,
      credentials: ['main', 'none', 'empty-wallet', 'other-organization'],
      target,
      onJudged: (check, evidence, judge) => judged.push({ check, evidence, judge: judge as Judge<unknown> }),
    });
    session.begin(await shakeHands(session.runContext, settings));
    results = await session.all();
    ended = clock.now();
  } catch (error) {
    if (!(error instanceof HandshakeRefused)) throw error;
    refused = error.message;
  } finally {
    await target.close();
    await service.close();
  }
  return {
    results,
    ...(refused === undefined ? {} : { refused }),
    wire: new Wire(exchanges),
    judged,
    pseudonyms,
    requests: exchanges.length,
    billable: exchanges.filter((e) => e.billable).length,
    billed: target.tally.billed.completions,
    tokens: target.tally.billed.tokens,
    clockMs: ended - begun,
  };
}

function heldBack(inside: InProcess, jitter: Trial['jitter']): InProcess {
  if (!jitter) return inside;
  return {
    ...inside,
    dispatch(options, handler) {
      setTimeout(() => inside.dispatch(options, handler), jitter());
      return true;
    },
  };
}
