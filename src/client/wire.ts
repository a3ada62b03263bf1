import { type JsonObject, list, member } from '../judge/json.ts';
import { parseStream } from '../judge/parsed-stream.ts';
import type { Requester } from '../vocabulary/check.ts';
import { bodyText, type Exchange, mediaType, type RequestSpec } from '../vocabulary/exchange.ts';
import { excessOf } from '../vocabulary/parse-json.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';

type Fetch = typeof globalThis.fetch;

/** A fetch for the official client, and its exchanges. */
export interface Wire {
  fetch: Fetch;
  exchanges: Exchange[];
  /** Why a request was rejected: inconclusive, or interrupted. The client would wrap it in its own error. */
  rejection?: unknown;
}

/** Sends the client's requests through `ask`, with the client's own headers and body. */
export function liveWire(ask: Requester, label: string, billable: RequestSpec['billable'] | undefined): Wire {
  const wire: Wire = {
    exchanges: [],
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      // In the client's spelling, with the run's key.
      headers.set('authorization', 'Bearer {key}');
      // Headers that the platform's fetch adds by default.
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

/** Answers the client's requests with recorded exchanges, in order; the last one is repeated. */
export function replayWire(...exchanges: readonly [Exchange, ...Exchange[]]): Wire {
  let turn = 0;
  const wire: Wire = {
    exchanges: [...exchanges],
    fetch: () => rejecting(wire, () => responseOf(exchanges[Math.min(turn++, exchanges.length - 1)]!)),
  };
  return wire;
}

/**
 * Keeps the reason why a request was inconclusive. A response that the client cannot read is left to the client.
 */
async function rejecting(wire: Wire, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof TypeError)) wire.rejection = error;
    throw error;
  }
}

const WITHOUT_BODY = new Set([204, 205, 304]);

/** Largest index of a choice or a call: clients make a list with a place for each smaller one, and walk it. */
const LARGEST_INDEX = 1_000;

/**
 * The response as the client's platform delivers it, with the content coding decoded. A client parses any body:
 * rejects with `Inconclusive` for a body that is too large, too deeply nested or too widely numbered to be parsed
 * safely.
 */
async function responseOf(exchange: Exchange): Promise<Response> {
  const { response } = exchange;
  if (!response || response.status < 200 || response.status > 599) throw new TypeError('fetch failed');
  const headers = new Headers();
  for (const [name, value] of response.headers) {
    try {
      headers.append(name, value);
    } catch {
      // A header that the platform rejects would not reach the client either.
    }
  }
  const { body } = response;
  if (!body.whole)
    throw new Inconclusive(`the body has ${body.size} bytes, too many to replay to a client`, [exchange]);
  const texts =
    mediaType(exchange) === 'text/event-stream' ? bodyText(exchange).split('\n') : [bodyText(exchange)];
  const excess = texts.map(excessOf).find((found) => found !== undefined);
  if (excess) throw new Inconclusive(`the JSON ${excess}, too much to replay to a client`, [exchange]);
  // A client reads a body of any media type as a stream if it requested one.
  const { chunks, whole } = await parseStream(exchange);
  const indices = chunks.flatMap(({ json }) => indicesIn(json));
  if (!whole || indices.some((index) => index > LARGEST_INDEX))
    throw new Inconclusive(
      whole ? `an index is larger than ${LARGEST_INDEX}` : 'the stream is too long to replay to a client',
      [exchange],
    );
  const content = ReadableStream.from(piecesOf(body.bytes as Uint8Array<ArrayBuffer>));
  return new Response(WITHOUT_BODY.has(response.status) ? null : content, {
    status: response.status,
    headers,
  });
}

/** Bytes that a client gets at a time: openai 6 copies the rest of a piece for each event in it. */
const PIECE = 4 * 1024;

function* piecesOf(bytes: Uint8Array<ArrayBuffer>): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/** The indices of the choices in a chunk, and of their calls; a text that is a number is an index, too. */
function indicesIn(chunk: JsonObject): number[] {
  return list(chunk.choices).flatMap((choice) =>
    [choice, ...list(member(member(choice, 'delta'), 'tool_calls'))].map((one) =>
      Number(member(one, 'index')),
    ),
  );
}
