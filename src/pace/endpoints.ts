import { BROKEN_OFF } from '../vocabulary/billed.ts';
import type { Clock } from '../vocabulary/clock.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { BudgetSpent, RunStopped, TargetDown } from '../vocabulary/target.ts';
import { isTransient } from '../vocabulary/transient.ts';
import { endpointOf } from './names.ts';

/** Different requests in a row without any answer, after which the target is asked whether it is still there. */
const UNANSWERED = 5;
/** The same where each of them cost a whole timeout. */
const TIMED_OUT = 3;
/** Different requests in a row answered by 429, 503 and their like alone: a real rate limit lets some pass meanwhile. */
const PUT_OFF = 20;
/** A limit per minute, met at its beginning, lets nothing pass for so long; only then does 429 say that all is over. */
const LIMITED_MS = 90_000;
/** Pauses before the questions that decide; a service that restarts gets some seconds. */
const TRIAL_PAUSES_MS = [0, 1_000, 2_000, 4_000];
/** The same for an endpoint while another one is down: the wait for a restart was spent there. */
const SHORT_TRIAL_PAUSES_MS = [0, 1_000];
/** How long a target that is down is left alone before one more question. */
const REST_MS = 15_000;
/** Least time that a question waits for an answer. */
const LEAST_WAIT_MS = 5_000;

/** One endpoint, as requests see it. */
interface EndpointState {
  name: string;
  unanswered: Set<RequestSpec>;
  putOff: Set<RequestSpec>;
  /** When the first of those in `putOff` was sent. */
  putOffSince?: number;
  /** A request that was answered before; one that costs nothing, if there was any. */
  example?: RequestSpec;
  /** One that was answered and is billed: what a service that refuses the free ones as if it were overloaded takes. */
  paid?: RequestSpec;
  /** Set when it was: only what is billed then tells whether the endpoint is overloaded. */
  refusesFree?: true;
  /** The longest that an answer took. */
  slowestMs: number;
  trial?: Promise<void>;
  down?: { reason: string; until: number };
}

export interface EndpointsOptions {
  clock: Clock;
  /** Sends one request past all queues. */
  ask(spec: RequestSpec): Promise<Exchange>;
}

/**
 * Tells a target that is down from one that fails to answer some requests. When several different requests in a row got
 * no answer, one that was answered before is repeated: if that fails too, and keeps failing, the endpoint is down, and
 * what would go there is refused at once with `TargetDown`. An endpoint that is down does not spoil the others.
 */
export class Endpoints {
  readonly #clock: Clock;
  readonly #send: EndpointsOptions['ask'];
  readonly #endpoints = new Map<string, EndpointState>();

  constructor({ clock, ask }: EndpointsOptions) {
    this.#clock = clock;
    this.#send = ask;
  }

  /** Nothing when the request may go; a promise when it must wait and ask again. Throws `TargetDown`. */
  gate(spec: RequestSpec): Promise<void> | undefined {
    const endpoint = this.#stateOf(spec);
    if (endpoint.trial) return endpoint.trial;
    if (!endpoint.down) return undefined;
    if (this.#clock.now() < endpoint.down.until) throw new TargetDown(endpoint.down.reason);
    // One request finds out whether it came back; the others go on being refused meanwhile.
    endpoint.down.until = this.#clock.now() + REST_MS;
    return this.#ask(endpoint, endpoint.example ?? spec).then((exchange) => {
      if (!exchange || !isTransient(exchange)) reopen(endpoint);
      // Whoever asked is refused too: he would wait for his place once more, and ask again, for ever.
      else if (endpoint.down) throw new TargetDown(endpoint.down.reason);
    });
  }

  /** Hears what a request came to; an error that is `steady` comes to it for its own sake, whatever the load is. */
  hear(spec: RequestSpec, exchange: Exchange, steady: boolean): void {
    const endpoint = this.#stateOf(spec);
    if (exchange.failure?.kind === 'aborted' || steady) return;
    if (!isTransient(exchange)) {
      noteAnswer(endpoint, spec, exchange);
      return;
    }
    if (exchange.response && !exchange.failure && endpoint.refusesFree && !spec.billable) return;
    noteTransient(endpoint, spec, exchange);
    if (this.#isSuspect(endpoint, exchange) && !endpoint.trial && !endpoint.down) this.#begin(endpoint, spec);
  }

  #stateOf(spec: RequestSpec): EndpointState {
    const name = endpointOf(spec);
    let endpoint = this.#endpoints.get(name);
    if (!endpoint) {
      endpoint = { name, unanswered: new Set(), putOff: new Set(), slowestMs: 0 };
      this.#endpoints.set(name, endpoint);
    }
    return endpoint;
  }

  #someDown(): boolean {
    return [...this.#endpoints.values()].some((endpoint) => endpoint.down !== undefined);
  }

  /** Whether so much was left unanswered, or put off, that the endpoint may be down. */
  #isSuspect(endpoint: EndpointState, { response, failure }: Exchange): boolean {
    const now = this.#clock.now();
    const waited = now - (endpoint.putOffSince ?? now);
    const limited = response?.status === 429 && waited < LIMITED_MS;
    // When one endpoint is down, the next one needs to prove less to be suspected of the same.
    const slow = failure?.kind.startsWith('timeout') ?? false;
    const enough = this.#someDown() ? 1 : slow ? TIMED_OUT : UNANSWERED;
    return endpoint.unanswered.size >= enough || (endpoint.putOff.size >= PUT_OFF && !limited);
  }

  #begin(endpoint: EndpointState, spec: RequestSpec): void {
    endpoint.trial = this.#tryOut(endpoint, endpoint.example ?? spec)
      // A question that can't be asked decides nothing; whoever waits finds out by asking for himself.
      .catch(() => reopen(endpoint))
      .finally(() => {
        delete endpoint.trial;
      });
  }

  async #tryOut(endpoint: EndpointState, spec: RequestSpec): Promise<void> {
    const count = Math.max(endpoint.unanswered.size, endpoint.putOff.size);
    // Where nothing came, a limit is an answer.
    const silent = endpoint.putOff.size < PUT_OFF;
    let last: Exchange | undefined;
    for (const [turn, pause] of (this.#someDown() ? SHORT_TRIAL_PAUSES_MS : TRIAL_PAUSES_MS).entries()) {
      if (pause > 0) await this.#clock.sleep(pause);
      last = await this.#ask(endpoint, spec, turn);
      if (!last || !isTransient(last) || (silent && last.response?.status === 429)) return reopen(endpoint);
    }
    if (last?.response && endpoint.paid && !endpoint.refusesFree) {
      last = await this.#ask(endpoint, endpoint.paid, 0, true);
      if (!last || !isTransient(last)) {
        endpoint.refusesFree = true;
        return reopen(endpoint);
      }
    }
    const why = last?.failure?.message ?? `status ${last?.response?.status}`;
    const reason = `${endpoint.name} stopped answering: ${why}, after ${count} different requests in a row`;
    endpoint.down = { reason, until: this.#clock.now() + REST_MS };
  }

  /** Asks once whether an endpoint answers; undefined when nothing may be asked any more. */
  async #ask(
    endpoint: EndpointState,
    spec: RequestSpec,
    turn = 0,
    paid = false,
  ): Promise<Exchange | undefined> {
    const totalMs = Math.max(LEAST_WAIT_MS, 3 * endpoint.slowestMs);
    try {
      return await this.#send({
        ...(paid ? withoutHooks(spec) : freeOf(spec, turn)),
        label: 'check whether the endpoint is alive',
        limits: { ...spec.limits, totalMs },
      });
    } catch (error) {
      if (error instanceof BudgetSpent || error instanceof RunStopped) return undefined;
      throw error;
    }
  }
}

function reopen(endpoint: EndpointState): void {
  endpoint.unanswered.clear();
  endpoint.putOff.clear();
  delete endpoint.down;
}

/** It answers, and now we know how to ask it. */
function noteAnswer(endpoint: EndpointState, spec: RequestSpec, exchange: Exchange): void {
  reopen(endpoint);
  if (spec.billable) endpoint.paid = spec;
  endpoint.slowestMs = Math.max(endpoint.slowestMs, exchange.timing.endMs);
  if (!endpoint.example || (endpoint.example.billable && !spec.billable)) endpoint.example = spec;
}

function noteTransient(
  endpoint: EndpointState,
  spec: RequestSpec,
  { response, failure, startedAt }: Exchange,
): void {
  if (!response) {
    endpoint.unanswered.add(spec);
    return;
  }
  endpoint.unanswered.clear();
  // Something came, and broke off: the endpoint is there, whatever becomes of its bodies.
  if (failure) endpoint.putOff.clear();
  else {
    if (endpoint.putOff.size === 0) endpoint.putOffSince = startedAt;
    endpoint.putOff.add(spec);
  }
}

/**
 * The same question at no cost: what would be billed is asked without a model, and any refusal is an answer. In turn with
 * a body that can't even be parsed: a service that answers every invalid request as if it were overloaded is up.
 */
function freeOf(spec: RequestSpec, turn: number): RequestSpec {
  const { billable, ...rest } = withoutHooks(spec);
  return billable ? { ...rest, body: turn % 2 === 0 ? '{}' : BROKEN_OFF } : rest;
}

function withoutHooks({ onBody: _, onAttempt: __, turn: ___, ...rest }: RequestSpec): RequestSpec {
  return rest;
}
