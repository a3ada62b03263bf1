import { isUtf8 } from 'node:buffer';
import type { ExchangeLine, StoredBytes } from '../record.ts';
import type { Exchange } from '../target/exchange.ts';
import type { Redactor } from '../target/redact.ts';
import { noPseudonyms, type Pseudonyms } from './pseudonyms.ts';

/** Whether an exchange's answer tells of people: the usage endpoints do (spec 4.2 to 4.4). */
export function holdsIdentities(url: string): boolean {
  return /\/usage\b/.test(url.split('?', 1)[0]!);
}

/** What of an exchange is written: no secret in it, and nobody's name unless the user keeps them. */
export function exchangeLine(exchange: Exchange, redactor: Redactor, pseudonyms: Pseudonyms): ExchangeLine {
  const { request, response, failure, billable } = exchange;
  const personal = holdsIdentities(request.url);
  // Ids also turn up in queries of ours, and in links and file names of theirs.
  const hide = personal ? pseudonyms.text : (text: string) => text;
  return {
    type: 'exchange',
    id: exchange.id,
    owner: exchange.owner,
    turn: exchange.turn,
    label: exchange.label,
    credential: exchange.credential,
    request: {
      method: request.method,
      url: hide(redactor.sent(request.url)),
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
          hide(redactor.text(/^set-cookie2?$/i.test(name) ? withoutCookie(value) : value)),
        ]),
        body: personal
          ? withoutPeople(redactor.bytes(response.body.bytes), response.body.whole, pseudonyms)
          : stored(redactor.bytes(response.body.bytes)),
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

function withoutPeople(bytes: Uint8Array, whole: boolean, pseudonyms: Pseudonyms): StoredBytes {
  if (pseudonyms === noPseudonyms) return stored(bytes);
  const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The common case, a page of records, without a detour over bytes.
  if (whole && isUtf8(piece)) return { text: pseudonyms.text(piece.toString('utf8')) };
  const filter = pseudonyms.filter();
  const done = Buffer.concat([filter.push(piece), filter.end()]);
  if (whole) return stored(done);
  // The beginning of a large body may end within a name, which then looks like none.
  const end = done.subarray(-320).toString('latin1');
  const last = /[^\s,;:"{}[\]]*$/.exec(end)?.[0].length ?? 0;
  return stored(done.fill(0x2a, done.length - last));
}

/** A session in a cookie is as good as a key: its name and attributes stay, its value goes. */
function withoutCookie(value: string): string {
  return value.replace(
    /^([^=;]*=)([^;]*)/,
    (_, name: string, secret: string) => name + '*'.repeat(secret.length),
  );
}
