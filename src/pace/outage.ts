import type { Clock } from '../vocabulary/clock.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { endpointOf } from './names.ts';

/** Tells a server error that a request brings from one that everything meets while a service is down. */
export interface OutageGuard {
  /**
   * The answer to a request, asked for again where its server error came while a request that was answered before met one,
   * too, and not afterwards. Rejects with `Inconclusive` where a probe meets what lasts.
   */
  inspect(exchange: Exchange, spec: RequestSpec, ways: Ways, clock: Clock): Promise<Exchange>;
}

/** How a guard asks: for the same once more, and for what is known to be answered. */
export interface Ways {
  again(spec: RequestSpec): Promise<Exchange>;
  control(spec: RequestSpec): Promise<Exchange>;
}

const STUMBLED = 500;
/** Milliseconds: a service that starts anew is back by then. */
const PATIENCE_MS = 30_000;
const FIRST_WAIT_MS = 500;
/** Longer answers are no controls: they are asked for again and again. */
const LARGEST_CONTROL = 20_000;

/** Keeps for each path a request that costs nothing and was answered. */
export function createOutageGuard(): OutageGuard {
  const answered = new Map<string, RequestSpec>();
  /** What did not come back in time: it is not waited for again until something is answered. */
  const lasting = new Set<string>();
  return {
    async inspect(exchange, spec, { again, control }, clock) {
      const kind = endpointOf(spec);
      if (isControl(exchange, spec)) {
        answered.set(kind, spec);
        lasting.delete(kind);
      }
      if (exchange.response?.status !== STUMBLED) return exchange;
      const known = answered.get(kind);
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

/** A server error that everything meets is the answer to a request that should be served; of a probe it says nothing. */
function unlessProbe(exchange: Exchange, { billable }: RequestSpec): Exchange {
  if (billable) return exchange;
  throw new Inconclusive(`status ${STUMBLED} for all requests, including ones that succeeded before`, [
    exchange,
  ]);
}

/** Whether a request costs nothing, and was answered as the service answers when it is well. */
function isControl({ response, failure }: Exchange, spec: RequestSpec): boolean {
  const isOurs = (spec.credential ?? 'main') === 'main' && spec.authorization === undefined;
  if (!isOurs || !response || failure || spec.billable || response.body.size > LARGEST_CONTROL) return false;
  const { status } = response;
  return spec.method === 'GET' ? status === 200 : status === 400 || status === 422;
}

const isSame = (a: RequestSpec, b: RequestSpec): boolean => a.path === b.path && a.body === b.body;

/** The request alone, without what somebody hears of it or the connection that it was for. */
function plainly({ method, path, headers, body, label }: RequestSpec): RequestSpec {
  const said = { ...(headers && { headers }), ...(body !== undefined && { body }) };
  return { method, path, ...said, label: `${label}, to see whether all requests get ${STUMBLED}` };
}
