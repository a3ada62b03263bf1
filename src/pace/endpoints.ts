import { BROKEN_OFF } from '../vocabulary/billed.ts';
import type { Clock } from '../vocabulary/clock.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { BudgetSpent, RunStopped, TargetDown } from '../vocabulary/target.ts';
import { isTransient } from '../vocabulary/transient.ts';
import { endpointOf } from './names.ts';

/** Consecutive different requests without any response, after which the target is probed. */
const UNANSWERED = 5;
/** The same if each of them took a whole timeout. */
const TIMED_OUT = 3;
/** Consecutive different requests with 503 and similar responses only: an overload lets some pass meanwhile. */
const PUT_OFF = 20;
/**
 * A limit per minute, met at its start, blocks everything for less time than this; only then does 429, however few
 * requests the pace allowed meanwhile, mean that the endpoint is unusable.
 */
const LIMITED_MS = 90_000;
/** Pauses before the decisive probes; a service that restarts gets some seconds. */
const TRIAL_PAUSES_MS = [0, 1_000, 2_000, 4_000];
/** The same for an endpoint while another one is down: the wait for a restart is already over. */
const SHORT_TRIAL_PAUSES_MS = [0, 1_000];
/** Time without requests to a target that is down, before one more probe. */
const REST_MS = 15_000;
/** Named requests of which a service may have died. */
const IN_FLIGHT_AT_MOST = 8;
/** Minimum wait for a probe's response. */
const LEAST_WAIT_MS = 5_000;

/** The state of one endpoint. */
interface EndpointState {
  name: string;
  unanswered: Set<RequestSpec>;
  putOff: Set<RequestSpec>;
  /** When the first of those in `putOff` was sent. */
  putOffSince?: number;
  /** A request that was answered before; a free one if possible. */
  example?: RequestSpec;
  /** A billed request that was answered: for a service that rejects free ones as if it were overloaded. */
  paid?: RequestSpec;
  /** Set after such a rejection: only billed requests then show whether the endpoint is overloaded. */
  refusesFree?: true;
  /** The longest response time. */
  slowestMs: number;
  trial?: Promise<void>;
  down?: { reason: string; until: number };
}

export interface EndpointsOptions {
  clock: Clock;
  /** Sends one request past all queues. */
  ask(spec: RequestSpec): Promise<Exchange>;
  /** An endpoint is down: requests that wait for their turn are rejected now. */
  onDown?(): void;
}

/**
 * Distinguishes a target that is down from one that does not answer some requests. After several different requests
 * in a row without a response, one that was answered before is repeated. If that fails too, and keeps failing, the
 * endpoint is down, and further requests to it are rejected at once with `TargetDown`. Other endpoints are not
 * affected.
 */
export class Endpoints {
  readonly #clock: Clock;
  readonly #send: EndpointsOptions['ask'];
  readonly #onDown: () => void;
  readonly #endpoints = new Map<string, EndpointState>();
  /** Requests whose connection broke off since the last answer of any endpoint: the service may have died of one. */
  readonly #brokenOff = new Set<RequestSpec>();

  constructor({ clock, ask, onDown = () => {} }: EndpointsOptions) {
    this.#clock = clock;
    this.#send = ask;
    this.#onDown = onDown;
  }

  /** Undefined if the request may be sent; a promise if it must wait and try again. Throws `TargetDown`. */
  gate(spec: RequestSpec): Promise<void> | undefined {
    const endpoint = this.#stateOf(spec);
    if (endpoint.trial) return endpoint.trial;
    if (!endpoint.down) return undefined;
    if (this.#clock.now() < endpoint.down.until) throw new TargetDown(endpoint.down.reason);
    // One request tests whether it is back; the others are rejected meanwhile.
    endpoint.down.until = this.#clock.now() + REST_MS;
    return this.#ask(endpoint, endpoint.example ?? spec).then((exchange) => {
      if (!exchange || !isTransient(exchange)) reopen(endpoint);
      // The testing request is rejected too: otherwise it would wait and test forever.
      else if (endpoint.down) throw new TargetDown(endpoint.down.reason);
    });
  }

  /** Records the outcome of a request; a `steady` error is a property of the request, whatever the load is. */
  hear(spec: RequestSpec, exchange: Exchange, steady: boolean): void {
    const endpoint = this.#stateOf(spec);
    if (exchange.failure?.kind === 'aborted' || steady) return;
    if (!isTransient(exchange)) {
      this.#brokenOff.clear();
      noteAnswer(endpoint, spec, exchange);
      return;
    }
    if (exchange.failure?.kind === 'reset') this.#brokenOff.add(spec);
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

  /** Whether so many requests were unanswered or deferred that the endpoint may be down. */
  #isSuspect(endpoint: EndpointState, { response, failure }: Exchange): boolean {
    const limited = response?.status === 429;
    const putOff = limited ? this.#isLimitedForLong(endpoint) : endpoint.putOff.size >= PUT_OFF;
    // If one endpoint is down, the next one needs less evidence.
    const slow = failure?.kind.startsWith('timeout') ?? false;
    const enough = this.#someDown() ? 1 : slow ? TIMED_OUT : UNANSWERED;
    return endpoint.unanswered.size >= enough || putOff;
  }

  #isLimitedForLong({ putOff, putOffSince = Number.POSITIVE_INFINITY }: EndpointState): boolean {
    return putOff.size > 0 && this.#clock.now() - putOffSince >= LIMITED_MS;
  }

  #begin(endpoint: EndpointState, spec: RequestSpec): void {
    endpoint.trial = this.#tryOut(endpoint, endpoint.example ?? spec)
      // A probe that cannot be sent decides nothing; waiting requests try for themselves.
      .catch(() => reopen(endpoint))
      .finally(() => {
        delete endpoint.trial;
      });
  }

  async #tryOut(endpoint: EndpointState, spec: RequestSpec): Promise<void> {
    const count = Math.max(endpoint.unanswered.size, endpoint.putOff.size);
    // If nothing else arrived, a rate-limit response is a response, unless it lasts.
    const silent = endpoint.putOff.size < PUT_OFF && !this.#isLimitedForLong(endpoint);
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
    const gone = last?.failure?.kind === 'refused' ? this.#inFlight() : '';
    const reason = `${endpoint.name} stopped answering: ${why}, after ${count} different requests in a row${gone}`;
    endpoint.down = { reason, until: this.#clock.now() + REST_MS };
    this.#onDown();
  }

  /** The requests of which a service that accepts no connection any more may have died, in words. */
  #inFlight(): string {
    const suspects = [...this.#brokenOff].sort((a, b) => Number(!a.bad) - Number(!b.bad));
    const labels = [...new Set(suspects.map(({ label }) => label))].slice(0, IN_FLIGHT_AT_MOST);
    return labels.length === 0 ? '' : `; in flight when it went away: ${labels.join('; ')}`;
  }

  /** Probes once whether an endpoint responds; undefined if no more requests are allowed. */
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

/** It responds, and its working request is known. */
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
  // A truncated response: the endpoint exists, whatever its bodies are.
  if (failure) endpoint.putOff.clear();
  else {
    if (endpoint.putOff.size === 0) endpoint.putOffSince = startedAt;
    endpoint.putOff.add(spec);
  }
}

/**
 * The same probe at no cost: a billed request is sent without a model, and any rejection is a response. It
 * alternates with an unparsable body, since a service may answer every invalid request as if it were overloaded.
 */
function freeOf(spec: RequestSpec, turn: number): RequestSpec {
  const { billable, ...rest } = withoutHooks(spec);
  return billable ? { ...rest, body: turn % 2 === 0 ? '{}' : BROKEN_OFF } : rest;
}

function withoutHooks({ onBody: _, onAttempt: __, turn: ___, ...rest }: RequestSpec): RequestSpec {
  return rest;
}
