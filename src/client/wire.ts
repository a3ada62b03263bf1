import type { Requester } from '../vocabulary/check.ts';
import { bodyText, type Exchange, mediaType, type RequestSpec } from '../vocabulary/exchange.ts';
import { excessOf } from '../vocabulary/parse-json.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';

type Fetch = typeof globalThis.fetch;

/** A fetch for the official client, and what went through it. */
export interface Wire {
  fetch: Fetch;
  exchanges: Exchange[];
  /** What asking rejected with: nothing decided, an interruption. The client would hide it in an error of its own. */
  rejection?: unknown;
}

/** Sends what the client asks for through `ask`, with the client's own headers and body. */
export function liveWire(ask: Requester, label: string, billable: RequestSpec['billable'] | undefined): Wire {
  const wire: Wire = {
    exchanges: [],
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.delete('authorization');
      // What the platform's own fetch adds when a client does not say otherwise.
      headers.set('accept-encoding', 'gzip, deflate');
      const sent = ask.send({
        method: init?.method ?? 'GET',
        path: new URL(String(input)).pathname,
        label,
        headers: [...headers],
        ...(typeof init?.body === 'string' && { body: init.body }),
        ...(billable && { billable }),
      });
      return rejecting(wire, async () => {
        const exchange = await sent;
        wire.exchanges.push(exchange);
        return responseOf(exchange);
      });
    },
  };
  return wire;
}

/** Answers the client's requests with recorded exchanges, one after the other; the last one stays. */
export function replayWire(...exchanges: readonly [Exchange, ...Exchange[]]): Wire {
  let turn = 0;
  const wire: Wire = {
    exchanges: [...exchanges],
    fetch: () => rejecting(wire, async () => responseOf(exchanges[Math.min(turn++, exchanges.length - 1)]!)),
  };
  return wire;
}

/** Keeps the reason why nothing was decided. A response that no client can read is the client's own matter. */
async function rejecting(wire: Wire, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof TypeError)) wire.rejection = error;
    throw error;
  }
}

const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * The response as the client's platform would hand it over, content coding undone. A client parses whatever it is given:
 * throws `Inconclusive` for a body that is too large, or too deeply structured, to be parsed safely.
 */
function responseOf(exchange: Exchange): Response {
  const { response } = exchange;
  if (!response || response.status < 200 || response.status > 599) throw new TypeError('fetch failed');
  const headers = new Headers();
  for (const [name, value] of response.headers) {
    try {
      headers.append(name, value);
    } catch {
      // A header that the platform refuses would not reach the client either.
    }
  }
  const { body } = response;
  if (!body.whole)
    throw new Inconclusive(`the body has ${body.size} bytes, too many to replay to a client`, [exchange]);
  const texts =
    mediaType(exchange) === 'text/event-stream' ? bodyText(exchange).split('\n') : [bodyText(exchange)];
  const excess = texts.map(excessOf).find((found) => found !== undefined);
  if (excess) throw new Inconclusive(`the JSON ${excess}, too much to replay to a client`, [exchange]);
  const content = body.bytes as Uint8Array<ArrayBuffer>;
  return new Response(WITHOUT_BODY.has(response.status) ? null : content, {
    status: response.status,
    headers,
  });
}
