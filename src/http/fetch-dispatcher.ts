import { Readable } from 'node:stream';
import { setImmediate as otherEvents } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { DispatchCall } from './dispatch-call.ts';

/** Pieces of a body that are read before other events are handled. */
const PIECES_AT_ONCE = 64;

/** A request handler in this process: `app.fetch` of Hono, a worker's handler, `createReference().fetch`. */
export type FetchLike = (request: Request) => Response | Promise<Response>;

/**
 * A connection to a service that is a function: requests become `Request`, and its response is delivered piece by
 * piece as from a connection. The framing header is added, as a server would; the connection itself cannot be
 * observed. A function that throws, or a body that fails, is a network error.
 */
export function fetchDispatcher(fetch: FetchLike, baseUrl: string): Pick<Dispatcher, 'dispatch' | 'destroy'> {
  return {
    dispatch(options, handler) {
      const call = new DispatchCall(handler);
      handler.onRequestStart?.(call, {});
      // Deferred: a server never responds before the client has continued.
      setImmediate(() => {
        if (call.aborted) return;
        answer(fetch, requestOf(options, baseUrl, call.gone.signal), call).catch((error: unknown) =>
          call.fail(error),
        );
      });
      return true;
    },
    destroy: async () => {},
  };
}

async function requestOf(
  options: Dispatcher.DispatchOptions,
  baseUrl: string,
  signal: AbortSignal,
): Promise<Request> {
  const { method, path, headers } = options;
  const body = options.body instanceof Readable ? Buffer.concat(await options.body.toArray()) : options.body;
  // A request that the Fetch standard cannot express rejects like one that no connection accepts.
  return new Request(new URL(path, options.origin ?? baseUrl), {
    method,
    headers: new Headers(headers as Record<string, string>),
    signal,
    redirect: 'manual',
    ...(body instanceof Uint8Array && body.length > 0 && { body: new Uint8Array(body) }),
  });
}

async function answer(fetch: FetchLike, request: Promise<Request>, call: DispatchCall): Promise<void> {
  const response = await fetch(await request);
  if (!(response instanceof Response)) throw new TypeError('the fetch function returned no Response');
  if (call.aborted) return void response.body?.cancel().catch(() => {});
  const headers = [...response.headers];
  const framed = headers.some(([name]) => /^(content-length|transfer-encoding)$/.test(name));
  if (response.body && !framed) headers.push(['transfer-encoding', 'chunked']);
  call.rawHeaders = headers.flat();
  call.handler.onResponseStart?.(call, response.status, Object.fromEntries(headers), response.statusText);
  let pieces = 0;
  for await (const piece of response.body ?? []) {
    // Timers have to fire during a body without end.
    if (++pieces % PIECES_AT_ONCE === 0) await otherEvents();
    await call.ready();
    if (call.aborted) return;
    if (piece.byteLength > 0) call.handler.onResponseData?.(call, Buffer.from(piece));
  }
  if (!call.aborted) call.handler.onResponseEnd?.(call, {});
}
