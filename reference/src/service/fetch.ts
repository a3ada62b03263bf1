import type { Clock } from '../../../src/vocabulary/clock.ts';
import type { Arrived, Reply } from '../message.ts';
import type { ServiceCore } from './service.ts';

/**
 * The service as a function of the Fetch standard. A connection failure becomes a rejection, or an error of the
 * body.
 */
export function fetchFrom(
  { answer }: Pick<ServiceCore, 'answer'>,
  clock: Clock,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { reply, onSent } = await answer(await arrivedOf(request));
    const silent = request.method === 'HEAD' || reply.status === 204 || reply.status === 304;
    if (silent) onSent(1);
    return new Response(silent ? null : bodyOf(reply, onSent, clock, request.signal), {
      status: reply.status,
      statusText: reply.statusText ?? '',
      headers: reply.headers,
    });
  };
}

async function arrivedOf(request: Request): Promise<Arrived> {
  const { pathname, search, host } = new URL(request.url);
  const body = new Uint8Array(await request.arrayBuffer());
  return {
    method: request.method,
    url: pathname + search,
    headers: {
      host,
      ...(body.length > 0 && { 'content-length': String(body.length) }),
      ...Object.fromEntries(request.headers),
    },
    body,
  };
}

function bodyOf(
  { body, end = 'whole' }: Reply,
  onSent: (share: number) => void,
  clock: Clock,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const writes = body instanceof Uint8Array ? [{ bytes: body }] : body;
  const total = Array.isArray(writes) ? writes.length : Number.POSITIVE_INFINITY;
  async function* pieces() {
    let sent = 0;
    let told = false;
    try {
      for await (const { bytes, delayMs } of writes as AsyncIterable<{
        bytes: Uint8Array;
        delayMs?: number;
      }>) {
        if (delayMs) await clock.sleep(delayMs, signal);
        if (bytes.length > 0) yield bytes;
        sent++;
      }
      told = true;
      onSent(1);
      if (end === 'reset') throw new TypeError('the connection was reset');
      if (end === 'never')
        await new Promise<never>((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        );
    } finally {
      // A client that disconnects pays for the part that it got.
      if (!told) onSent(sent / total);
    }
  }
  return ReadableStream.from(pieces());
}
