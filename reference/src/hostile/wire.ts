import type { Duplex } from 'node:stream';
import { validate } from '../../../src/contract/schemas.ts';
import { type Call, type Hostile, only } from './hostile.ts';

/** Between two pieces of an answer that drips: below a silence limit of a second, so that only a total limit ends it. */
const DRIP_MS = 250;

/** Writes a whole answer and ends the connection. */
export function answer(
  socket: Duplex,
  status: string,
  headers: readonly Header[],
  body: string | Uint8Array = '',
): void {
  const bytes = Buffer.from(body);
  socket.write(head(status, [...headers, ['content-length', String(bytes.length)], ['connection', 'close']]));
  socket.end(bytes);
}

type Header = readonly [string, string];

/** Answers the requests of a kind with status 200 and this body. */
export const answers = (
  wanted: (call: Call) => boolean,
  type: Header,
  body: string | Uint8Array,
  headers: readonly Header[] = [],
): Hostile['act'] => only(wanted, (call) => answer(call.socket, '200 OK', [type, ...headers], body));

/** Writes these bytes for the requests of a kind, whatever they announce, and ends the connection. */
export const ends = (
  wanted: (call: Call) => boolean,
  ...pieces: readonly (string | Uint8Array)[]
): Hostile['act'] => only(wanted, (call) => void call.socket.end(joined(pieces)));

/** Resets the connection after these bytes. */
export function breakOff(socket: Duplex, ...pieces: readonly (string | Uint8Array)[]): void {
  socket.write(joined(pieces), () => setTimeout(() => reset(socket), 20));
}

const joined = (pieces: readonly (string | Uint8Array)[]) =>
  Buffer.concat(pieces.map((piece) => Buffer.from(piece)));

/** A status line and headers, with the blank line: `head('200 OK', [['content-type', 'text/csv']])`. */
export function head(status: string, headers: readonly Header[]): Buffer {
  const lines = [`HTTP/1.1 ${status}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}

/** One chunk of the chunked coding. */
export function chunk(body: string | Uint8Array): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

/** Writes what `next` gives as fast as it is read, until it gives nothing or the caller leaves; then ends. */
export function flood(socket: Duplex, next: () => Uint8Array | undefined): void {
  const more = () => {
    while (!socket.destroyed) {
      const piece = next();
      if (piece === undefined) return void socket.end();
      if (!socket.write(piece)) return void socket.once('drain', more);
    }
  };
  more();
}

/** Writes one byte at a time, slowly, until all is written (or for ever, when `endless` follows). */
export function drip(socket: Duplex, bytes: Uint8Array, endless?: Uint8Array): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed) return clearInterval(timer);
    const source = at < bytes.length ? bytes : endless;
    if (source === undefined) {
      clearInterval(timer);
      return void socket.end();
    }
    const index = at < bytes.length ? at : (at - bytes.length) % source.length;
    socket.write(source.subarray(index, index + 1));
    at++;
  }, DRIP_MS);
  socket.once('close', () => clearInterval(timer));
}

/** Cuts the connection in the rudest way that the socket knows. */
export function reset(socket: Duplex): void {
  if ('resetAndDestroy' in socket && typeof socket.resetAndDestroy === 'function') socket.resetAndDestroy();
  else socket.destroy();
}

/** Whether the call is for the records, the summary or the export. */
export const isStats = (call: Call) => call.path.endsWith('/api/v1/usage/stats');
export const isSummary = (call: Call) => call.path.endsWith('/api/v1/usage/summary');
export const isExport = (call: Call) => call.path.endsWith('/api/v1/usage/export');

/** Whether the call is for a completion. */
export const isCompletion = (call: Call) =>
  call.method === 'POST' && call.path.endsWith('/api/v1/chat/completions');

/** Whether the call is for a streamed completion that the service would grant. */
export const isStream = (call: Call) => isCompletion(call) && wants(call, true);

/** Whether the call is for a completion that is not streamed, and that the service would grant. */
export const isPlain = (call: Call) => isCompletion(call) && wants(call, false);

function wants(call: Call, stream: boolean): boolean {
  try {
    const body = JSON.parse(call.body.toString()) as { stream?: unknown } | null;
    const granted = call.headers.get('authorization')?.startsWith('Bearer ') === true;
    const isValid = validate('completion-request', body).length === 0;
    return granted && isValid && (body?.stream === true) === stream;
  } catch {
    return false;
  }
}

export const JSON_TYPE = ['content-type', 'application/json'] as const;
export const SSE_TYPE = ['content-type', 'text/event-stream'] as const;
export const CSV_TYPE = ['content-type', 'text/csv'] as const;
export const CHUNKED = ['transfer-encoding', 'chunked'] as const;
export const CLOSE = ['connection', 'close'] as const;

/** A chunk of a streamed completion, as an event. */
export function event(model: string, content: string, finish: string | null = null): string {
  const choice = { index: 0, delta: { role: 'assistant', content }, finish_reason: finish };
  const created = Math.floor(Date.now() / 1000);
  const body = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created, model, choices: [choice] };
  return `data: ${JSON.stringify(body)}\n\n`;
}

/** A completion as JSON. */
export function completion(model: string, content: string, members = ''): string {
  const created = Math.floor(Date.now() / 1000);
  const message = { role: 'assistant', content };
  const whole = {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created,
    model,
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 },
  };
  return members === '' ? JSON.stringify(whole) : `${JSON.stringify(whole).slice(0, -1)},${members}}`;
}
