import { asksForStream, type Exchange, type RequestSpec } from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import { type Health, type KnownKind, TargetDown } from '../vocabulary/target.ts';
import { timedOutInSilence } from '../vocabulary/transient.ts';
import { endpointOf } from './names.ts';
import { isGatewayError, SteadyErrors } from './steady-errors.ts';

/** So many equal timeouts, or endless bodies, decide the outcome for a kind of request. */
const ENOUGH = 3;
/** So many bodies without an end, before the first response with one, decide it for every kind. */
const ENOUGH_OF_ALL = 12;
/** A limit per minute, met at its start, blocks everything for so long. */
export const RATE_LIMIT_PATIENCE_MS = 75_000;

/** Answers to unknown paths and methods: a router gives them before any limit. */
const UNKNOWN_PATH: ReadonlySet<number> = new Set([404, 405]);

/** A kind of request that was sent. */
interface Kind {
  answered: boolean;
  /** How many timed out without headers. */
  silent: number;
  /** Consecutive endless bodies, and whether they belong to successes. */
  endless: { count: number; success: boolean };
  /** The last message of either. */
  last: string;
}

/**
 * Knowledge about requests by kind: which are never answered, which get endless bodies, which always get the same
 * error regardless of load, and which meet a limit that does not end. Each of them would cost a whole wait.
 */
export class Kinds implements Health {
  readonly #kinds = new Map<string, Kind>();
  readonly #errors = new SteadyErrors();
  /** Bodies that timed out before the first complete response. */
  readonly #atFirst = { isOver: false, endless: 0, last: '' };
  /**
   * When a limit that nothing passed since was first met, by endpoint and key, and by key alone: a limit on everything
   * is waited for once, and not at each endpoint.
   */
  readonly #limitedSince = new Map<string, number>();

  /**
   * Throws `TargetDown` for a kind of which three had no response, or no end, and none had another outcome, and for
   * every kind if no response at all comes to its end.
   */
  refuse(spec: RequestSpec): void {
    const { isOver, endless: all, last } = this.#atFirst;
    if (!isOver && all >= ENOUGH_OF_ALL)
      throw new TargetDown(`none of ${all} responses came to its end: ${last}`);
    const endless = this.#kinds.get(kindOf(spec));
    if (endless && endless.endless.count >= ENOUGH)
      throw new TargetDown(
        `${endless.endless.count} bodies of ${kindOf(spec)} in a row did not end: ${endless.last}`,
      );
    const silent = this.#kinds.get(nameOf(spec));
    if (silent && !silent.answered && silent.silent >= ENOUGH)
      throw new TargetDown(`requests of this kind get no answer: ${nameOf(spec)}: ${silent.last}`);
  }

  /** Records the outcome of a request. */
  hear(spec: RequestSpec, exchange: Exchange): void {
    this.#errors.hear(spec, exchange);
    this.#hearLimit(spec, exchange);
    const { response, failure } = exchange;
    const kind = this.#of(nameOf(spec));
    kind.answered ||= response !== undefined;
    this.#hearFirst(exchange);
    if (failure?.kind === 'timeout-headers') {
      kind.silent += 1;
      kind.last = failure.message;
    }
    if (response) hearBody(this.#of(kindOf(spec)), response.status < 300, failure);
  }

  known(spec: RequestSpec, exchange: Exchange): KnownKind | undefined {
    if (exchange.response?.status !== 429) return this.#errors.known(spec, exchange);
    const since = [callerOf(spec), keyOf(spec)].map((caller) => this.#limitedSince.get(caller) ?? Infinity);
    return exchange.startedAt - Math.min(...since) < RATE_LIMIT_PATIENCE_MS ? undefined : { attempts: 1 };
  }

  /** Whether this error is a property of such requests. */
  isSteady(spec: RequestSpec, status: number): boolean {
    return this.#errors.isSteady(spec, status);
  }

  #of(name: string): Kind {
    const known = this.#kinds.get(name);
    if (known) return known;
    const kind = { answered: false, silent: 0, endless: { count: 0, success: false }, last: '' };
    this.#kinds.set(name, kind);
    return kind;
  }

  #hearFirst({ response, failure }: Exchange): void {
    this.#atFirst.isOver ||= response !== undefined && !failure;
    if (failure?.kind !== 'timeout-body') return;
    this.#atFirst.endless += 1;
    this.#atFirst.last = failure.message;
  }

  #hearLimit(spec: RequestSpec, { response, startedAt }: Exchange): void {
    if (response?.status === 429) {
      for (const caller of [callerOf(spec), keyOf(spec)])
        if (!this.#limitedSince.has(caller)) this.#limitedSince.set(caller, startedAt);
    } else if (response && !isGatewayError(response.status)) {
      this.#limitedSince.delete(callerOf(spec));
      if (!UNKNOWN_PATH.has(response.status)) this.#limitedSince.delete(keyOf(spec));
    }
  }
}

/** A body that stalls ends at one place, which three attempts show: it is not an endless one. */
function hearBody(kind: Kind, success: boolean, failure: Exchange['failure']): void {
  const { endless } = kind;
  const isAlike = endless.count > 0 && endless.success === success;
  if (failure?.kind === 'too-large' || (failure?.kind === 'timeout-body' && !timedOutInSilence(failure))) {
    kind.endless = { count: isAlike ? endless.count + 1 : 1, success };
    kind.last = failure.message;
  } else if (isAlike && !failure) endless.count = 0;
}

const keyOf = ({ credential = 'main' }: RequestSpec) => credential;
const callerOf = (spec: RequestSpec) => `${endpointOf(spec)} ${keyOf(spec)}`;

/** The kind of a request: its endpoint, whether a success is billed, and whether it is a stream. */
function kindOf(spec: RequestSpec): string {
  if (spec.method !== 'POST') return endpointOf(spec);
  return `${endpointOf(spec)} (${asksForStream(spec) ? 'streamed' : 'not streamed'}${spec.billable ? '' : ', not paid for'})`;
}

/** Each request is named several times. */
const named = new WeakMap<RequestSpec, string>();

/** The same, with bodies that are not JSON separate: a server whose parser throws may answer none of them. */
function nameOf(spec: RequestSpec): string {
  let name = named.get(spec);
  if (name === undefined) {
    name = spec.method === 'POST' && !isJson(spec.body) ? `${kindOf(spec)}, no JSON` : kindOf(spec);
    named.set(spec, name);
  }
  return name;
}

function isJson(body: RequestSpec['body']): boolean {
  try {
    parseJson(typeof body === 'string' ? body : Buffer.from(body ?? []).toString());
    return true;
  } catch {
    return false;
  }
}
