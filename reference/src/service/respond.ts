import { isAscii } from 'node:buffer';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Clock } from '../../../src/vocabulary/clock.ts';
import type { Reply, Write } from '../message.ts';

/** Is called with the sent share of the response: 1 for all of it, just before its last byte is sent. */
export type OnSent = (share: number) => void;

/** Time in which a client on the same machine reads the sent data, in milliseconds of the wall clock. */
const READ_WITHIN_MS = 50;

/**
 * Writes a reply to the socket, with its delays, and stops when the client disconnects. `onSent` is called once,
 * before the response ends, so that a complete response is always counted.
 */
export async function respond(
  reply: Reply,
  outgoing: ServerResponse,
  clock: Clock,
  method: string,
  onSent: OnSent,
): Promise<void> {
  outgoing.statusCode = reply.status;
  if (reply.statusText !== undefined) outgoing.statusMessage = reply.statusText;
  for (const [name, value] of reply.headers) outgoing.appendHeader(name, value);
  const { body } = reply;
  if (method === 'HEAD') {
    outgoing.end();
    return onSent(1);
  }
  if (body instanceof Uint8Array) {
    if (reply.end !== undefined && reply.end !== 'whole') {
      // Chunked, so that the client can tell that the end is missing.
      outgoing.write(body);
      onSent(1);
      return leave(reply, outgoing);
    }
    if (!outgoing.hasHeader('content-length')) outgoing.setHeader('Content-Length', body.byteLength);
    onSent(1);
    // Text leaves together with the headers, in one write.
    if (body.length < 65_536 && isAscii(body))
      outgoing.end(Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1'), 'latin1');
    else outgoing.end(body);
    return;
  }
  const share = await writeAll(body, outgoing, clock);
  onSent(share);
  if (share < 1) outgoing.destroy();
  else leave(reply, outgoing);
}

/** Returns the share that was written before the client went away. */
async function writeAll(
  body: Iterable<Write> | AsyncIterable<Write>,
  outgoing: ServerResponse,
  clock: Clock,
): Promise<number> {
  const gone = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  const total = Array.isArray(body) ? body.length : Number.POSITIVE_INFINITY;
  let done = 0;
  outgoing.flushHeaders();
  for await (const { bytes, delayMs } of body) {
    if (delayMs) await clock.sleep(delayMs, gone.signal).catch(() => {});
    if (gone.signal.aborted) return done / total;
    if (!outgoing.write(bytes)) await once(outgoing, 'drain', { signal: gone.signal }).catch(() => {});
    done++;
  }
  return gone.signal.aborted && done < total ? done / total : 1;
}

function leave(reply: Reply, outgoing: ServerResponse): void {
  if (reply.end === 'reset') {
    // Written data has to be read before the connection is closed: a reset may discard it.
    outgoing.socket?.write('', () => setTimeout(() => outgoing.socket?.resetAndDestroy(), READ_WITHIN_MS));
  } else if (reply.end !== 'never') outgoing.end();
}
