import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { DispatchCall } from './dispatch-call.ts';

/** What answers requests within this process: `app.fetch` of Hono, a worker's handler, `createReference().fetch`. */
export type FetchLike = (request: Request) => Response | Promise<Response>;

/**
 * A way to a service that is a function: requests become `Request`, and what it answers is handed on as if it came from
 * a connection, piece by piece. The header that says how the body is framed is added, as a server would; of the
 * connection itself nothing can be seen here. A function that throws, or a body that breaks, is an error of the wire.
 */
export function fetchDispatcher(fetch: FetchLike, baseUrl: string): Pick<Dispatcher, 'dispatch' | 'destroy'> {
  return {
    dispatch(options, handler) {
      const call = new DispatchCall(handler);
      handler.onRequestStart?.(call, {});
      // Not at once: a server never answers before the client has gone on.
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
  // A request that the Fetch standard can't express rejects like one that no connection takes.
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
  if (call.aborted) return void response.body?.cancel().catch(() => {});
  const headers = [...response.headers];
  const framed = headers.some(([name]) => /^(content-length|transfer-encoding)$/.test(name));
  if (response.body && !framed) headers.push(['transfer-encoding', 'chunked']);
  call.rawHeaders = headers.flat();
  call.handler.onResponseStart?.(call, response.status, Object.fromEntries(headers), response.statusText);
  for await (const piece of response.body ?? []) {
    await call.ready();
    if (call.aborted) return;
    if (piece.byteLength > 0) call.handler.onResponseData?.(call, Buffer.from(piece));
  }
  if (!call.aborted) call.handler.onResponseEnd?.(call, {});
}
