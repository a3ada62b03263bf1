import { hash } from 'node:crypto';
import { parseBase } from '../http/compose.ts';
import { restored } from '../record/lines.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import type { ExchangeLine } from '../vocabulary/record.ts';

/** Redaction replaces each byte of a secret by this. */
const MARK = 0x2a;

/** In place of a URL with a key, and of the digest of a redacted body. */
const ANY = '';

/** Whether a recorded request is the one that a check sends now; hidden parts match anything. */
export function sameRequest(stored: ExchangeLine, spec: RequestSpec, baseUrl: string): boolean {
  if (stored.request.method !== spec.method || stored.credential !== (spec.credential ?? 'main'))
    return false;
  if (!isSameUrl(stored.request.url, urlOf(spec, baseUrl))) return false;
  const asked = bodyOf(spec);
  const sent = restored(stored.request.body);
  return sent.length === asked.length && sent.every((byte, i) => byte === asked[i] || byte === MARK);
}

function isSameUrl(stored: string, asked: string): boolean {
  if (asked.includes('{key}')) {
    const parts = asked.split('{key}').map((part) => part.replace(/[^\w]/g, '\\$&'));
    return new RegExp(`^${parts.join('[^&#/?]*')}$`).test(stored);
  }
  return (
    stored.length === asked.length && stored.split('').every((sign, i) => '*' === sign || sign === asked[i])
  );
}

/** The place of URLs of which a part is hidden. */
const hiddenPlace = (url: string) => `*${url.length}`;

/** The keys of a recorded request in an index; they are digests, so that the index is small. */
export function storedKeys({ owner, shard, credential, request }: ExchangeLine): string[] {
  const { method, url, body } = request;
  const bytes = restored(body);
  const content = bytes.includes(MARK) ? ANY : digest(bytes);
  return [url.includes('*') ? hiddenPlace(url) : url, ANY].map((place) =>
    keyOf(owner, shard, method, credential, place, bytes.length, content),
  );
}

/** The keys of all recorded requests of an owner that may be `sameRequest`. */
export function askedKeys(spec: RequestSpec, baseUrl: string, owner: string, shard?: number): string[] {
  const { method, credential = 'main' } = spec;
  const url = urlOf(spec, baseUrl);
  const places = url.includes('{key}') ? [ANY] : [url, hiddenPlace(url)];
  const bytes = bodyOf(spec);
  return places.flatMap((place) =>
    [digest(bytes), ANY].map((content) =>
      keyOf(owner, shard, method, credential, place, bytes.length, content),
    ),
  );
}

const digest = (bytes: Uint8Array | string) => hash('sha1', bytes);
const keyOf = (...facts: unknown[]) => digest(JSON.stringify(facts));

function urlOf({ path }: RequestSpec, baseUrl: string): string {
  const { origin, prefix } = parseBase(baseUrl);
  return origin + prefix + path;
}

function bodyOf({ body = '' }: RequestSpec): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body;
}
