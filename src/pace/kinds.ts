import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import { type Health, type KnownKind, TargetDown } from '../vocabulary/target.ts';
import { timedOutInSilence } from '../vocabulary/transient.ts';
import { endpointOf } from './names.ts';
import { isGatewayError, SteadyErrors } from './steady-errors.ts';

/** So many equal time-outs, or bodies without an end, decide what comes to a kind of request. */
const ENOUGH = 3;
/** A limit per minute, met at its beginning, lets nothing pass for so long. */
export const RATE_LIMIT_PATIENCE_MS = 75_000;

/** A kind of request that was sent. */
interface Kind {
  answered: boolean;
  /** How many waited for headers in vain. */
  silent: number;
  /** Bodies without an end in a row, and whether they were those of successes. */
  endless: { count: number; success: boolean };
  /** What was said of the last of either. */
  last: string;
}

/**
 * What is known of requests by their kind: which are never answered, which get bodies that have no end in reach, which get the
 * same error whatever the load is, and which meet a limit that does not end. Each of them would cost a whole wait.
 */
export class Kinds implements Health {
  readonly #kinds = new Map<string, Kind>();
  readonly #errors = new SteadyErrors();
  /** When a limit that nobody passed since was met first, by endpoint and key. */
  readonly #limitedSince = new Map<string, number>();

  /** Throws `TargetDown` for a kind of which three had no answer, or no end, and none had another one. */
  refuse(spec: RequestSpec): void {
    const endless = this.#kinds.get(kindOf(spec));
    if (endless && endless.endless.count >= ENOUGH)
      throw new TargetDown(
        `${endless.endless.count} bodies of ${kindOf(spec)} in a row did not end: ${endless.last}`,
      );
    const silent = this.#kinds.get(nameOf(spec));
    if (silent && !silent.answered && silent.silent >= ENOUGH)
      throw new TargetDown(`requests of this kind get no answer: ${nameOf(spec)}: ${silent.last}`);
  }

  /** Hears what a request came to. */
  hear(spec: RequestSpec, exchange: Exchange): void {
    this.#errors.hear(spec, exchange);
    this.#hearLimit(spec, exchange);
    const { response, failure } = exchange;
    const kind = this.#of(nameOf(spec));
    kind.answered ||= response !== undefined;
    if (failure?.kind === 'timeout-headers') {
      kind.silent += 1;
      kind.last = failure.message;
    }
    if (response) hearBody(this.#of(kindOf(spec)), response.status < 300, failure);
  }

  known(spec: RequestSpec, exchange: Exchange): KnownKind | undefined {
    if (exchange.response?.status !== 429) return this.#errors.known(spec, exchange);
    const since = this.#limitedSince.get(callerOf(spec)) ?? exchange.startedAt;
    return exchange.startedAt - since < RATE_LIMIT_PATIENCE_MS ? undefined : { attempts: 1 };
  }

  /** Whether requests are answered with this error for their own sake. */
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

  #hearLimit(spec: RequestSpec, { response, startedAt }: Exchange): void {
    const caller = callerOf(spec);
    if (response?.status === 429) {
      if (!this.#limitedSince.has(caller)) this.#limitedSince.set(caller, startedAt);
    } else if (response && !isGatewayError(response.status)) this.#limitedSince.delete(caller);
  }
}

/** A body that falls silent has an end in one place, which three attempts show: it is none of those without an end. */
function hearBody(kind: Kind, success: boolean, failure: Exchange['failure']): void {
  const { endless } = kind;
  const isAlike = endless.count > 0 && endless.success === success;
  if (failure?.kind === 'too-large' || (failure?.kind === 'timeout-body' && !timedOutInSilence(failure))) {
    kind.endless = { count: isAlike ? endless.count + 1 : 1, success };
    kind.last = failure.message;
  } else if (isAlike && !failure) endless.count = 0;
}

const callerOf = (spec: RequestSpec) => `${endpointOf(spec)} ${spec.credential ?? 'main'}`;

/** What answers of one make are asked for with: an endpoint, whether a success is paid for, and whether it is a stream. */
function kindOf(spec: RequestSpec): string {
  if (spec.method !== 'POST') return endpointOf(spec);
  const isStreamed = typeof spec.body === 'string' && /"stream"\s*:\s*true/.test(spec.body);
  return `${endpointOf(spec)} (${isStreamed ? 'streamed' : 'not streamed'}${spec.billable ? '' : ', not paid for'})`;
}

/** The same, with bodies that are no JSON apart: a server whose parser throws may answer none of them. */
function nameOf(spec: RequestSpec): string {
  return spec.method === 'POST' && !isJson(spec.body) ? `${kindOf(spec)}, no JSON` : kindOf(spec);
}

function isJson(body: RequestSpec['body']): boolean {
  try {
    parseJson(typeof body === 'string' ? body : Buffer.from(body ?? []).toString());
    return true;
  } catch {
    return false;
  }
}
