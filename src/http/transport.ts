import { setMaxListeners } from 'node:events';
import type { Dispatcher } from 'undici';
import type { Clock } from '../vocabulary/clock.ts';
import type { Exchange, RequestSpec, ResponseRecord } from '../vocabulary/exchange.ts';
import type { Keys, Settings } from '../vocabulary/settings.ts';
import { count, createTally } from '../vocabulary/tally.ts';
import { type Asker, isRepetition, RunStopped, type Target } from '../vocabulary/target.ts';
import { type RunWatch, watchedClock } from '../vocabulary/watch.ts';
import { createAdaptiveTimeouts } from './adaptive-timeouts.ts';
import { attempt, type Head } from './attempt.ts';
import { createBreaker } from './breaker.ts';
import { createBudget } from './budget.ts';
import { Collector } from './collect.ts';
import { compose, parseBase, type WireRequest } from './compose.ts';
import { createDispatcher, type Resets } from './dispatcher.ts';
import { InFlight } from './in-flight.ts';
import { createLeakScanner } from './leak-scanner.ts';
import { createOverload } from './overload.ts';
import { createPacer } from './pacing.ts';
import { createRedactor } from './redact.ts';
import { retryAfterMs } from './retry-after.ts';
import { headTexts } from './secrets/headers.ts';
import { type ByteFilter, Spills } from './spill.ts';
import { stoppable } from './stoppable.ts';

export interface TransportOptions {
  settings: Settings;
  keys: Keys;
  clock: Clock;
  /** Takes every exchange when it has ended. What it throws stops the request that it belongs to. */
  onExchange(exchange: Exchange): void;
  /** The report's folder: bodies above 1 MiB go to files in it. Without it they stay in memory. */
  spillFolder?: string;
  /** What every exchange passes before anyone sees it (see the record's gate); without it exchanges stay as they came. */
  gate?: Cleaning;
  /** Stops the run: nothing is sent any more, and what is under way ends as the failure `aborted`. */
  signal?: AbortSignal;
  /** The way to a service in this process; connections over the network without it. */
  dispatcher?: Pick<Dispatcher, 'dispatch' | 'destroy'>;
  /** Hears of every request as it goes out, and of pauses. */
  watch?: RunWatch;
  /** Ids begin after this number; default 0, so that the first exchange is `e1`. */
  startCounter?: number;
}

/** What takes secrets and people out of exchanges, and puts people's own words back into questions. */
export interface Cleaning {
  /** In which forms the keys are in these bytes. */
  leaks(bytes: Uint8Array): string[];
  exchange(exchange: Exchange): Exchange;
  filters(exchange: { url: string }): readonly ByteFilter[];
  restore(spec: RequestSpec): RequestSpec;
}

/**
 * The target of a run: one connection pool, everything recorded, everything bounded. Redirects are never followed, so
 * the key goes nowhere else.
 */
export function createTarget(options: TransportOptions): Target {
  const { settings, keys, gate } = options;
  const base = parseBase(settings.baseUrl);
  const resets: Resets = { now: false };
  const kept = options.dispatcher ?? createDispatcher(settings, resets);
  // An answer too many on a kept connection is taken for that of the next request: what is repeated has its own.
  const fresh = options.dispatcher ?? createDispatcher(settings, resets, { fresh: true });
  const dispatcherFor = (asker: Asker) => (isRepetition(asker.owner) ? fresh : kept);
  const budget = createBudget(settings);
  const adaptiveTimeouts = createAdaptiveTimeouts(settings);
  const tally = createTally();
  const keysOnly = gate ? undefined : createRedactor(Object.values(keys));
  const findKeys = (bytes: Uint8Array): string[] => gate?.leaks(bytes) ?? keysOnly?.finds(bytes) ?? [];
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  // Whoever sleeps listens; that is no leak.
  setMaxListeners(0, signal);
  const clock = stoppable(options.clock, signal);
  const pacer = createPacer(settings, watchedClock(clock, options.watch, RATE_LIMIT), signal);
  const inFlight = new InFlight(signal);
  const spills = options.spillFolder === undefined ? undefined : new Spills(options.spillFolder);
  let counter = options.startCounter ?? 0;

  const perform = async (spec: RequestSpec, asker: Asker, request: WireRequest): Promise<Exchange> => {
    counter += 1;
    const id = `e${counter}`;
    const collector = new Collector({
      onBody: spec.onBody,
      openFilters: gate && (() => gate.filters({ url: request.url })),
      openSpill: spills && (() => spills.open(id)),
      openLeakScanner: keysOnly && (() => createLeakScanner(keysOnly)),
    });
    spec.onAttempt?.();
    options.watch?.sent({ id, label: spec.label });
    const startedAt = clock.now();
    const outcome = await attempt(
      dispatcherFor(asker),
      request,
      adaptiveTimeouts.boundsOf(spec),
      collector,
      inFlight,
      resets,
    ).catch(async (error) => {
      await collector.abandon();
      throw error;
    });
    const body = await collector.finish();
    const { head, failure } = outcome;
    // What was made of the key is nearly the key: who sends it back tells nothing that was not said to him.
    const leaked = head && !spec.madeKey && leaksOf(head, collector.watched() ?? findKeys(body.bytes));
    const response: ResponseRecord | undefined = head && {
      status: head.status,
      statusText: head.statusText,
      httpVersion: '1.1',
      headers: head.headers,
      body,
      coding: head.coding,
      wireBytes: outcome.wireBytes,
      reads: collector.reads,
      ...leaked,
    };
    const exchange: Exchange = {
      id,
      owner: asker.owner,
      turn: asker.turn,
      label: spec.label,
      credential: spec.credential ?? 'main',
      request: { method: request.method, url: request.url, headers: request.sent, body: request.body },
      ...(response && { response }),
      ...(failure && { failure }),
      ...(spec.billable && { billable: spec.billable }),
      startedAt,
      timing: outcome.timing,
    };
    if (!gate) return exchange;
    const clean = gate.exchange(exchange);
    if (body.whole) spec.onBody?.(clean.response?.body.bytes ?? body.bytes);
    return clean;
  };

  const leaksOf = (
    head: Head,
    inBody: readonly string[],
  ): Pick<ResponseRecord, 'leaks' | 'leakedIn'> | undefined => {
    const within = (text: string) => findKeys(Buffer.from(text));
    const forms = [...headTexts(head.statusText, head.headers).flatMap(within), ...inBody];
    if (forms.length === 0) return undefined;
    const places = head.headers.flatMap(([name, value]) => {
      // A key in a header's name is hidden there: it names nothing.
      const hidden = within(name);
      const place = hidden.length > 0 ? 'headers' : `header ${name.toLowerCase()}`;
      return [...hidden, ...within(value)].map((form) => [form, place] as const);
    });
    places.push(...inBody.map((form) => [form, 'body'] as const));
    return { leaks: [...new Set(forms)], leakedIn: places };
  };

  /** One attempt: counted, and recorded even when the run was stopped meanwhile. */
  const sendNow = async (spec: RequestSpec, asker: Asker): Promise<Exchange> => {
    const close = isRepetition(asker.owner) && !options.dispatcher;
    const request = compose(gate ? gate.restore(spec) : spec, base, settings, keys, close);
    budget.reserve(spec);
    const exchange = await perform(spec, asker, request);
    budget.settle(exchange);
    count(tally, exchange);
    adaptiveTimeouts.note(spec, exchange);
    heedPace(spec, exchange);
    options.watch?.exchange(exchange);
    options.onExchange(exchange);
    if (exchange.failure?.kind === 'aborted') stopped();
    return exchange;
  };

  const overloaded = createOverload();
  /** Requests that a limit put off: behind hundreds of others they would be put off until their patience ends. */
  const putOff = new WeakSet<RequestSpec>();
  const heedPace = (spec: RequestSpec, exchange: Exchange) => {
    const status = exchange.response?.status;
    if (status === 503 && !overloaded.tells(spec)) return;
    if (status !== 429 && status !== 503) {
      if (exchange.response) {
        overloaded.served();
        pacer.taken();
      }
      return;
    }
    putOff.add(spec);
    const asked = retryAfterMs(exchange, clock.now());
    if (asked === undefined || asked <= settings.maxRetryAfterMs) pacer.tooFast(asked);
  };

  let probes = 0;
  const breaker = createBreaker({
    clock,
    probe: (spec) => sendNow(spec, { owner: PROBE_OWNER, turn: probes++ }),
  });

  /** Resolves when the request has a place; whoever has to wait for the breaker gives his place back meanwhile. */
  const enter = async (spec: RequestSpec): Promise<void> => {
    for (;;) {
      // What is down is told at once, and not after the pause that its own 503 asked for.
      await breaker.gate(spec);
      await pacer.enter(putOff.has(spec)).catch(stopped);
      let verdict: Promise<void> | undefined;
      try {
        verdict = breaker.gate(spec);
        if (!verdict) return;
      } catch (error) {
        pacer.leave();
        throw error;
      }
      pacer.leave();
      await verdict;
    }
  };

  return {
    clock,
    tally,
    async send(spec, asker) {
      if (signal.aborted) stopped();
      await enter(spec);
      try {
        const exchange = await sendNow(spec, asker);
        breaker.note(spec, exchange);
        return exchange;
      } finally {
        pacer.leave();
      }
    },
    async close() {
      stop.abort();
      await Promise.all([kept.destroy(), fresh.destroy()]);
    },
  };
}

/** What is waited for when the service asked to be asked more slowly, or the user did. */
const RATE_LIMIT = 'the pace that the service, or --rps, allows';

/** Who the breaker's own questions are recorded for; no check has this name. */
const PROBE_OWNER = 'breaker';

function stopped(): never {
  throw new RunStopped('the run was stopped');
}
