import type { Clock } from '../vocabulary/clock.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { endpointOf } from './names.ts';

/** Distinguishes a server error that a request causes from one that all requests meet while a service is down. */
export interface OutageGuard {
  /**
   * The response to a request. The request is repeated if it got a server error while a known valid request got one
   * too, and later did not. Rejects with `Inconclusive` if the outage does not end for a probe.
   */
  inspect(exchange: Exchange, spec: RequestSpec, ways: Ways, clock: Clock): Promise<Exchange>;
}

/** How a guard sends requests: the same request again, and the known valid one. */
export interface Ways {
  again(spec: RequestSpec): Promise<Exchange>;
  control(spec: RequestSpec): Promise<Exchange>;
}

const STUMBLED = 500;
/** Milliseconds: a restarting service is back by then. */
const PATIENCE_MS = 30_000;
const FIRST_WAIT_MS = 500;
/** Longer responses are not used as controls, which are repeated often. */
const LARGEST_CONTROL = 20_000;

/** The number in the id of an exchange: they count the requests in the order in which they were sent. */
const numberOf = ({ id }: Exchange): number => Number(id.replace(/\D/g, ''));

/**
 * Keeps for each path the first free request that was answered: the latest one depends on the order of arrival, which
 * is another one when the record is judged again.
 */
export function createOutageGuard(): OutageGuard {
  const answered = new Map<string, { spec: RequestSpec; number: number }>();
  /** An outage that did not end in time: no more waits until something is answered. */
  const lasting = new Set<string>();
  return {
    async inspect(exchange, spec, { again, control }, clock) {
      const kind = endpointOf(spec);
      if (isControl(exchange, spec)) {
        const number = numberOf(exchange);
        if (number < (answered.get(kind)?.number ?? Number.POSITIVE_INFINITY))
          answered.set(kind, { spec, number });
        lasting.delete(kind);
      }
      if (exchange.response?.status !== STUMBLED) return exchange;
      const known = answered.get(kind)?.spec;
      if (!known || isSame(known, spec)) return exchange;
      if (lasting.has(kind)) return unlessProbe(exchange, spec);
      let waited = 0;
      for (let wait = FIRST_WAIT_MS; waited < PATIENCE_MS; wait *= 2) {
        if ((await control(plainly(known))).response?.status !== STUMBLED)
          return waited === 0 ? exchange : again(spec);
        await clock.sleep(wait);
        waited += wait;
        if (lasting.has(kind)) break;
      }
      lasting.add(kind);
      return unlessProbe(exchange, spec);
    },
  };
}

/**
 * A server error that all requests meet is the response to a request that should succeed; for a probe it is
 * inconclusive.
 */
function unlessProbe(exchange: Exchange, { billable }: RequestSpec): Exchange {
  if (billable) return exchange;
  throw new Inconclusive(`status ${STUMBLED} for all requests, including ones that succeeded before`, [
    exchange,
  ]);
}

/** Whether a request is free and got a normal response. */
function isControl({ response, failure }: Exchange, spec: RequestSpec): boolean {
  const isOurs = (spec.credential ?? 'main') === 'main' && spec.authorization === undefined;
  if (!isOurs || !response || failure || spec.billable || response.body.size > LARGEST_CONTROL) return false;
  const { status } = response;
  return spec.method === 'GET' ? status === 200 : status === 400 || status === 422;
}

const isSame = (a: RequestSpec, b: RequestSpec): boolean => a.path === b.path && a.body === b.body;

/** The request without its callbacks and its connection. */
function plainly({ method, path, headers, body, label }: RequestSpec): RequestSpec {
  const said = { ...(headers && { headers }), ...(body !== undefined && { body }) };
  return { method, path, ...said, label: `${label}, to see whether all requests get ${STUMBLED}` };
}
