import { isUtf8 } from 'node:buffer';
import type { Exchange } from '../vocabulary/exchange.ts';
import type { ExchangeLine, StoredBytes } from '../vocabulary/record.ts';

/** Whether an exchange's response contains people: those of usage endpoints do (spec 4.2 to 4.4). */
export function holdsIdentities(url: string): boolean {
  return /\/usage\b/.test(url.split('?', 1)[0]!);
}

/** An exchange for the record; it has passed the gate. */
export function exchangeLine(exchange: Exchange): ExchangeLine {
  const { request, response, failure, billable, doubted, onConnection } = exchange;
  return {
    type: 'exchange',
    id: exchange.id,
    owner: exchange.owner,
    turn: exchange.turn,
    ...(exchange.shard !== undefined && { shard: exchange.shard }),
    label: exchange.label,
    credential: exchange.credential,
    request: { ...request, headers: copied(request.headers), body: stored(request.body) },
    ...(response && {
      response: {
        status: response.status,
        statusText: response.statusText,
        httpVersion: response.httpVersion,
        headers: copied(response.headers),
        body: stored(response.body.bytes),
        size: response.body.size,
        ...(response.body.file && { file: response.body.file }),
        coding: response.coding,
        wireBytes: response.wireBytes,
        reads: [...response.reads],
        ...(response.leaks && { leaks: [...response.leaks] }),
        ...(response.leakedIn && { leakedIn: copied(response.leakedIn) }),
      },
    }),
    ...(failure && { failure }),
    ...(billable && { billable }),
    ...(doubted && { doubted: [...doubted] }),
    ...(onConnection && { onConnection }),
    startedAt: exchange.startedAt,
    timing: exchange.timing,
  };
}

const copied = (headers: readonly (readonly [string, string])[]) =>
  headers.map(([name, value]): [string, string] => [name, value]);

/** Bytes as text if that is lossless, else in Base64. */
function stored(bytes: Uint8Array): StoredBytes {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isUtf8(buffer) ? { text: buffer.toString('utf8') } : { base64: buffer.toString('base64') };
}

/** The bytes that were stored. */
export function restored(body: StoredBytes): Buffer {
  return 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64');
}

/** An invalid line of the record: only the last line may be invalid, after the run was killed. */
export class BadRecord extends Error {
  override name = 'BadRecord';
}

/** Maximum size of a line: a body of one MiB, however escaped, with headers and reads needs less. */
export const LONGEST_LINE = 16 * 1024 * 1024;
