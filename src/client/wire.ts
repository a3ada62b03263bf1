import type { Requester } from '../vocabulary/check.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';

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
      const exchange = await sent.catch((error: unknown) => {
        wire.rejection = error;
        throw error;
      });
      wire.exchanges.push(exchange);
      return responseOf(exchange);
    },
  };
  return wire;
}

/** Answers the client's requests with recorded exchanges, one after the other; the last one stays. */
export function replayWire(...exchanges: readonly [Exchange, ...Exchange[]]): Wire {
  let turn = 0;
  return {
    exchanges: [...exchanges],
    fetch: async () => responseOf(exchanges[Math.min(turn++, exchanges.length - 1)]!),
  };
}

const WITHOUT_BODY = new Set([204, 205, 304]);

/** The response as the client's platform would hand it over, content coding undone. */
function responseOf({ response }: Exchange): Response {
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
  const content = body.whole ? (body.bytes as Uint8Array<ArrayBuffer>) : ReadableStream.from(body.pieces());
  return new Response(WITHOUT_BODY.has(response.status) ? null : content, {
    status: response.status,
    headers,
  });
}
