import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Pace } from '../pace/pace.ts';
import type { Passage } from '../pace/window.ts';
import type { Clock } from '../vocabulary/clock.ts';
import type { Body, Exchange, RequestSpec, ResponseRecord } from '../vocabulary/exchange.ts';
import { free } from '../vocabulary/own-memory.ts';
import { RUN_BOUNDS } from '../vocabulary/settings.ts';
import { count, createTally } from '../vocabulary/tally.ts';
import { type Asker, isRepetition, RunStopped, type Target } from '../vocabulary/target.ts';
import { watchedClock } from '../vocabulary/watch.ts';
import { attempt } from './attempt.ts';
import { BodyLimits } from './body-limits.ts';
import { createBudget, spentTime } from './budget.ts';
import { Collector, KEPT_OF_COMPLETIONS } from './collect.ts';
import { compose, parseBase, type WireRequest } from './compose.ts';
import { Connections } from './connections.ts';
import type { Resets } from './dispatcher.ts';
import { InFlight } from './in-flight.ts';
import { leaksOf } from './leaked.ts';
import type { Outcome } from './outcome.ts';
import { createRedactor, type Redactor } from './redact.ts';
import { Spills } from './spill.ts';
import { stoppable } from './stoppable.ts';
import type { TransportOptions } from './transport-options.ts';
import { UnsolicitedResponses } from './unsolicited-responses.ts';

/**
 * The target of a run: one connection pool, with everything recorded and bounded. Redirects are never followed, so
 * the key is sent to no other host.
 */
export function createTarget(options: TransportOptions): Target {
  return new Transport(options);
}

class Transport implements Target {
  readonly clock: Clock;
  readonly tally = createTally();
  readonly health: Target['health'];
  readonly limitPace: Target['limitPace'];
  readonly #options: TransportOptions;
  readonly #base: ReturnType<typeof parseBase>;
  readonly #resets: Resets = { now: false };
  readonly #connections: Connections;
  readonly #unsolicited: UnsolicitedResponses | undefined;
  readonly #bodyLimits = new BodyLimits();
  readonly #budget: ReturnType<typeof createBudget>;
  readonly #keys: Redactor | undefined;
  readonly #stop = new AbortController();
  /** Aborted a little after the longest duration of the run: pending responses are given up. */
  readonly #timeUp = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  readonly #signal: AbortSignal;
  readonly #pace: Pace;
  readonly #inFlight: InFlight;
  readonly #spills: Spills | undefined;
  #counter: number;
  #keptOfCompletions = 0;
  #probes = 0;

  constructor(options: TransportOptions) {
    const { settings, keys, gate, signal, spillFolder, dispatcher } = options;
    this.#options = options;
    this.#base = parseBase(settings.baseUrl);
    this.#connections = new Connections(settings, this.#resets, dispatcher);
    this.#unsolicited = dispatcher ? undefined : new UnsolicitedResponses();
    this.#keys = gate ? undefined : createRedactor(Object.values(keys));
    this.#signal = signal ? AbortSignal.any([signal, this.#stop.signal]) : this.#stop.signal;
    // Every sleeper adds a listener; this is not a leak.
    setMaxListeners(0, this.#signal);
    this.clock = stoppable(options.clock, this.#signal);
    this.#budget = createBudget(settings, this.clock.now);
    this.#inFlight = new InFlight(AbortSignal.any([this.#signal, this.#timeUp.signal]));
    this.#spills = spillFolder === undefined ? undefined : new Spills(spillFolder);
    this.#counter = options.startCounter ?? 0;
    this.#pace = new Pace({
      settings,
      clock: this.clock,
      pausing: watchedClock(this.clock, options.watch, RATE_LIMIT),
      stop: AbortSignal.any([this.#signal, this.#timeUp.signal]),
      ask: (spec) => this.#sendNow(spec, { owner: PROBE_OWNER, turn: this.#probes++ }),
    });
    this.health = this.#pace.health;
    this.limitPace = this.#pace.limitPace;
  }

  readonly send: Target['send'] = async (spec, asker) => {
    if (this.#signal.aborted) stopped();
    const passage = await this.#pace.admit(spec, asker.urgency).catch((error) => {
      if (this.#signal.aborted) stopped();
      throw error;
    });
    try {
      return await this.#sendNow(spec, asker, passage);
    } finally {
      this.#pace.leave();
    }
  };

  readonly close: Target['close'] = async () => {
    this.#stop.abort();
    clearTimeout(this.#timer);
    await this.#connections.destroy();
  };

  readonly goEasier: Target['goEasier'] = () => this.#pace.easier();

  readonly separate: Target['separate'] = () => this.#connections.separate();

  /** One attempt: counted, and recorded even if the run was stopped meanwhile. */
  async #sendNow(spec: RequestSpec, asker: Asker, passage?: Passage): Promise<Exchange> {
    const { gate, settings, keys, dispatcher, watch, onExchange } = this.#options;
    const close = this.#connections.isAlone(spec, asker) && !dispatcher;
    const composed = (of: RequestSpec) => compose(of, this.#base, settings, keys, close);
    const restored = gate?.restore(spec) ?? spec;
    const request = composed(restored);
    this.#budget.reserve(spec);
    const { durationMs } = { ...RUN_BOUNDS, ...settings.budget };
    this.#timer ??= setTimeout(
      () => this.#timeUp.abort(spentTime(durationMs)),
      durationMs + GRACE_MS,
    ).unref();
    // It is recorded with pseudonyms, as the checks know it, and as they ask for it when it is judged again.
    const told = restored === spec ? request : composed(spec);
    const exchange = await this.#perform(spec, asker, request, told);
    // No verdict uses it, and a replay treats it as a request that was never sent.
    if (exchange.failure?.kind === 'aborted' && !this.#signal.aborted) throw this.#timeUp.signal.reason;
    this.#budget.settle(exchange);
    count(this.tally, exchange);
    this.#pace.tell(spec, exchange, passage);
    watch?.exchange(exchange);
    onExchange(exchange);
    if (exchange.failure?.kind === 'aborted') stopped();
    return exchange;
  }

  async #perform(
    spec: RequestSpec,
    asker: Asker,
    request: WireRequest,
    told: WireRequest,
  ): Promise<Exchange> {
    const { gate, watch } = this.#options;
    this.#counter += 1;
    const id = `e${this.#counter}`;
    const collector = this.#collectorFor(id, spec, request);
    spec.onAttempt?.();
    watch?.sent({ id, label: spec.label });
    const repeats = isRepetition(asker.owner);
    if (repeats && this.#unsolicited) await delay(LATE_MS);
    const startedAt = this.clock.now();
    const { way, kept } = this.#connections.of(spec, asker);
    const connection = kept ? this.#unsolicited?.use(id) : undefined;
    const bounds = this.#pace.bounds(spec);
    const outcome = await attempt(way, request, {
      bounds: { ...bounds, maxBody: this.#bodyLimits.of(spec, bounds.maxBody) },
      collector,
      inFlight: this.#inFlight,
      resets: this.#resets,
      sends: () => spec.onSent?.(),
      connection,
    }).catch(async (error) => {
      await collector.abandon();
      throw error;
    });
    this.#budget.receive(outcome.wireBytes + outcome.otherBytes);
    const body = await collector.finish();
    if (collector.excess) outcome.failure ??= collector.excess;
    this.#bodyLimits.hear(spec, body.size);
    if (body.whole && isCompletion(spec)) this.#keptOfCompletions += body.size;
    const response = this.#responseOf(spec, outcome, collector, body);
    const doubted = (repeats ? this.#unsolicited?.all() : this.#unsolicited?.news()) ?? [];
    const onConnection = connection?.place();
    const exchange: Exchange = {
      id,
      owner: asker.owner,
      turn: asker.turn,
      label: spec.label,
      credential: spec.credential ?? 'main',
      request: { method: told.method, url: told.url, headers: told.sent, body: told.body },
      ...(response && { response }),
      ...(outcome.failure && { failure: outcome.failure }),
      ...(spec.billable && { billable: spec.billable }),
      ...(doubted.length > 0 && { doubted }),
      ...(onConnection && { onConnection }),
      startedAt,
      timing: outcome.timing,
    };
    if (!gate) return exchange;
    const clean = gate.exchange(exchange);
    const { bytes } = clean.response?.body ?? body;
    if (body.whole) spec.onBody?.(bytes);
    if (bytes.buffer !== body.bytes.buffer) free(body.bytes);
    return clean;
  }

  #collectorFor(id: string, spec: RequestSpec, { url }: WireRequest): Collector {
    const { gate } = this.#options;
    const [keys, spills] = [this.#keys, this.#spills];
    return new Collector({
      isLean: isCompletion(spec) && this.#keptOfCompletions > KEPT_OF_COMPLETIONS,
      onBody: spec.onBody,
      openFilters: gate && (() => gate.filters({ url })),
      openSpill: spills && (() => spills.open(id)),
      openWatcher: keys && (() => keys.filter()),
    });
  }

  /** The response; undefined if there is none. */
  #responseOf(
    spec: RequestSpec,
    { head, extra, wireBytes }: Outcome,
    collector: Collector,
    body: Body,
  ): ResponseRecord | undefined {
    if (!head) return undefined;
    const { status, statusText, headers, coding } = head;
    // A made key is nearly the valid key; a service that returns it reveals nothing new to its sender.
    const leaked = spec.madeKey
      ? undefined
      : leaksOf(head, extra, collector.watched() ?? this.#findKeys(body.bytes), {
          isClean: (this.#options.gate ?? this.#keys!).isClean,
          within: (text) => this.#findKeys(text),
        });
    const { reads } = collector;
    return { status, statusText, httpVersion: '1.1', headers, body, coding, wireBytes, reads, ...leaked };
  }

  #findKeys(input: Uint8Array | string): string[] {
    return this.#options.gate?.leaks(input) ?? this.#keys?.finds(input) ?? [];
  }
}

const isCompletion = ({ path }: RequestSpec): boolean => path.includes('/chat/completions');

/** The reason of a wait after the service or the user demanded a slower pace. */
const RATE_LIMIT = 'the rate limit of the service or --rps';

/** Milliseconds that a repetition waits for unsolicited responses to the repeated request. */
const LATE_MS = 50;

/** The owner of the circuit breaker's own requests; no check has this name. */
const PROBE_OWNER = 'breaker';

/** Time limit for pending responses when no more requests are sent. */
const GRACE_MS = 3_000;

function stopped(): never {
  throw new RunStopped('the run was stopped');
}
