import { isUtf8 } from 'node:buffer';
import type { Exchange, ResponseRecord } from '../vocabulary/exchange.ts';
import { bytesOf } from '../vocabulary/own-memory.ts';
import type { ExchangeLine, StoredBytes } from '../vocabulary/record.ts';

/** An exchange for the record; it has passed the gate. */
export function exchangeLine({ request, response, ...exchange }: Exchange): ExchangeLine {
  return {
    type: 'exchange',
    ...exchange,
    request: { ...request, body: stored(request.body) },
    ...(response && { response: storedResponse(response) }),
  };
}

function storedResponse({ body, ...response }: ResponseRecord): ExchangeLine['response'] & {} {
  const { bytes, size, file } = body;
  return { ...response, body: stored(bytes), size, ...(file && { file }) };
}

function stored(bytes: Uint8Array): StoredBytes {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isUtf8(buffer) ? { text: buffer.toString('utf8') } : { base64: buffer.toString('base64') };
}

/** The bytes that were stored. */
export function restored(body: StoredBytes): Buffer {
  return 'text' in body ? bytesOf(body.text) : Buffer.from(body.base64, 'base64');
}

/** An invalid line of the record: only the last line may be invalid, after the run was killed. */
export class BadRecord extends Error {
  override name = 'BadRecord';
}

/** Maximum size of a line: a body of one MiB, however escaped, with headers and reads needs less. */
export const LONGEST_LINE = 16 * 1024 * 1024;
