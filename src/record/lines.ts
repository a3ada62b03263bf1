import { isUtf8 } from 'node:buffer';
import type { ExchangeLine, StoredBytes } from '../record.ts';
import type { Exchange } from '../target/exchange.ts';
import type { Redactor } from '../target/redact.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** Whether an exchange's answer tells of people: the usage endpoints do (spec 4.2 to 4.4). */
export function holdsIdentities(url: string): boolean {
  return /\/usage\b/.test(url.split('?', 1)[0]!);
}

/** What of an exchange is written: no secret in it, and nobody's name unless the user keeps them. */
export function exchangeLine(exchange: Exchange, redactor: Redactor, pseudonyms: Pseudonyms): ExchangeLine {
  const { request, response, failure, billable } = exchange;
  const personal = holdsIdentities(request.url);
  return {
    type: 'exchange',
    id: exchange.id,
    owner: exchange.owner,
    turn: exchange.turn,
    label: exchange.label,
    credential: exchange.credential,
    request: {
      method: request.method,
      url: redactor.sent(request.url),
      headers: request.headers.map(([name, value]): [string, string] => [name, redactor.sent(value)]),
      body: stored(redactor.bytes(request.body)),
    },
    ...(response && {
      response: {
        status: response.status,
        statusText: redactor.text(response.statusText),
        httpVersion: response.httpVersion,
        headers: response.headers.map(([name, value]): [string, string] => [
          redactor.text(name),
          redactor.text(/^set-cookie2?$/i.test(name) ? withoutCookie(value) : value),
        ]),
        body: storedBody(redactor.bytes(response.body.bytes), personal ? pseudonyms : undefined),
        size: response.body.size,
        ...(response.body.file && { file: response.body.file }),
        coding: response.coding,
        wireBytes: response.wireBytes,
        reads: [...response.reads],
        ...(response.leaks && { leaks: [...response.leaks] }),
      },
    }),
    ...(failure && { failure: { kind: failure.kind, message: redactor.text(failure.message) } }),
    ...(billable && { billable }),
    startedAt: exchange.startedAt,
    timing: exchange.timing,
  };
}

/** Bytes as text when that loses nothing, else in Base64. */
export function stored(bytes: Uint8Array): StoredBytes {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isUtf8(buffer) ? { text: buffer.toString('utf8') } : { base64: buffer.toString('base64') };
}

/** The bytes that were stored. */
export function restored(body: StoredBytes): Buffer {
  return 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64');
}

function storedBody(bytes: Uint8Array, pseudonyms: Pseudonyms | undefined): StoredBytes {
  if (!pseudonyms) return stored(bytes);
  const filter = pseudonyms.filter();
  const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return stored(Buffer.concat([filter.push(piece), filter.end()]));
}

/** A session in a cookie is as good as a key: its name and attributes stay, its value goes. */
function withoutCookie(value: string): string {
  return value.replace(
    /^([^=;]*=)([^;]*)/,
    (_, name: string, secret: string) => name + '*'.repeat(secret.length),
  );
}
