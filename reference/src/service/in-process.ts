import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { DispatchCall } from '../../../src/http/dispatch-call.ts';
import type { Clock } from '../../../src/vocabulary/clock.ts';
import type { Arrived, Reply, Write } from '../message.ts';

/** A reply that is being sent, and a callback with the sent share: 1 for all of it. */
export interface Outgoing {
  reply: Reply;
  onSent(share: number): void;
}

/** The dispatcher of an undici client. */
export interface InProcess extends Pick<Dispatcher, 'dispatch' | 'destroy'> {
  /** The same on a separate connection; all other requests share the first one. */
  connection(): Pick<Dispatcher, 'dispatch'>;
}

type Request = Dispatcher.DispatchOptions;

/**
 * A connection to the service inside this process: requests are delivered as by a server, and replies get the
 * headers that it would add. Connections are numbers here; an incomplete reply is an error.
 */
export function inProcess(answer: (arrived: Arrived) => Promise<Outgoing>, clock: Clock): InProcess {
  let connections = 0;
  const connection: InProcess['connection'] = () => {
    const number = connections++;
    const answerOn = (arrived: Arrived) => answer({ ...arrived, connection: number });
    return {
      dispatch(request, handler) {
        const call = new DispatchCall(handler);
        handler.onRequestStart?.(call, {});
        // Deferred: a server never responds before the client has continued.
        setImmediate(() => {
          answerTo(request, call, answerOn, clock).catch((error: Error) => call.fail(error));
        });
        return true;
      },
    };
  };
  return { ...connection(), connection, destroy: async () => {} };
}

async function answerTo(
  request: Request,
  call: DispatchCall,
  answer: (arrived: Arrived) => Promise<Outgoing>,
  clock: Clock,
): Promise<void> {
  const { reply, onSent } = await answer(await arrivedOf(request));
  if (call.aborted) return onSent(0);
  if (reply.end !== undefined && reply.end !== 'whole') {
    throw new Error(`a reply that ends as "${reply.end}" needs a connection`);
  }
  const { body } = reply;
  const silent = request.method === 'HEAD' || reply.status === 204 || reply.status === 304;
  const length = body instanceof Uint8Array ? body.byteLength : undefined;
  const headers = headersOf(reply, silent ? undefined : framing(reply, length));
  call.rawHeaders = headers.flat();
  const parsed = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const { STATUS_CODES } = process.getBuiltinModule('node:http');
  const statusText = reply.statusText ?? STATUS_CODES[reply.status] ?? 'unknown';
  call.handler.onResponseStart?.(call, reply.status, parsed, statusText);
  const whole: Iterable<Write> | AsyncIterable<Write> = body instanceof Uint8Array ? [{ bytes: body }] : body;
  const total = Array.isArray(whole) ? whole.length : Number.POSITIVE_INFINITY;
  let sent = 0;
  if (!silent) {
    for await (const { bytes, delayMs } of whole) {
      if (delayMs) await clock.sleep(delayMs, call.gone.signal).catch(() => {});
      await call.ready();
      if (call.aborted) return onSent(sent / total);
      if (bytes.length > 0) call.handler.onResponseData?.(call, Buffer.from(bytes));
      sent++;
    }
  }
  if (call.aborted) return onSent(sent / total);
  onSent(1);
  call.handler.onResponseEnd?.(call, {});
}

async function arrivedOf({ method, path, headers, body }: Request): Promise<Arrived> {
  const chunked = body instanceof Readable;
  const bytes = chunked
    ? Buffer.concat(await body.toArray())
    : body instanceof Uint8Array
      ? body
      : new Uint8Array();
  const named = Object.entries((headers ?? {}) as Record<string, string>);
  return {
    method,
    url: path,
    headers: {
      host: 'inside',
      connection: 'keep-alive',
      ...Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), value])),
      ...(chunked && { 'transfer-encoding': 'chunked' }),
      ...(!chunked && bytes.length > 0 && { 'content-length': String(bytes.length) }),
    },
    spellings: named.map(([name]) => name),
    body: bytes,
  };
}

type Header = [name: string, value: string];

/** The headers of a reply with those that an HTTP server adds. */
function headersOf(reply: Reply, framed: Header | undefined): Header[] {
  const connection: Header[] = [
    ['Connection', 'keep-alive'],
    ['Keep-Alive', 'timeout=60'],
  ];
  return [...reply.headers, ...(framed ? [framed] : []), ...connection];
}

/** The header that determines the end of the body; undefined if the reply has one. */
function framing({ headers }: Reply, length: number | undefined): Header | undefined {
  if (headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name))) return undefined;
  return length === undefined ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(length)];
}
