import type { Credential, RequestSpec } from '../vocabulary/exchange.ts';
import { bytesOf } from '../vocabulary/own-memory.ts';
import { type Keys, placed, type Settings } from '../vocabulary/settings.ts';
import { withoutEnding } from '../vocabulary/without-ending.ts';
import { madeKeyOf, WRITTEN } from './secrets/made-keys.ts';

/** A request as it is sent: it contains the key, so it is never recorded like this. */
export interface WireRequest {
  origin: string;
  /** Path and query as sent, including the prefix of the base URL. */
  path: string;
  method: string;
  /** The headers for the connection, in this order. */
  headers: [string, string][];
  body: Buffer;
  /** The body is sent chunked, without a Content-Length. */
  chunked: boolean;
  /** The URL for the record: a key in it is hidden, and words of chatspec that equal a key are not. */
  url: string;
  /** All headers in the order as sent, including those of the connection. */
  sent: [string, string][];
}

/** The parsed base URL: origin, and the prefix of every path of the spec. */
export interface Base {
  origin: string;
  host: string;
  prefix: string;
}

/** Parses a base URL; a trailing slash of its path is ignored. Throws a TypeError for an invalid URL. */
export function parseBase(baseUrl: string): Base {
  const url = new URL(baseUrl);
  return { origin: url.origin, host: url.host, prefix: withoutEnding(url.pathname, '/') };
}

// These belong to the connection: headers that a client replays through us must not break our framing.
const CONNECTION_HEADERS = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'proxy-connection',
]);

const NO_BODY = Buffer.alloc(0);

/** Combines the key, the run's own headers and the check's headers (spec 5.1). */
export function compose(
  spec: RequestSpec,
  base: Base,
  settings: Settings,
  keys: Keys,
  close = false,
): WireRequest {
  const credential = spec.credential ?? 'main';
  const key = keyOf(credential, keys);
  const body =
    spec.body === undefined
      ? NO_BODY
      : typeof spec.body === 'string'
        ? bytesOf(spec.body)
        : Buffer.from(spec.body.buffer, spec.body.byteOffset, spec.body.byteLength);
  const headers = new Map<string, [string, string]>();
  const put = (name: string, value: string) => {
    const lower = name.toLowerCase();
    if (!CONNECTION_HEADERS.has(lower)) headers.set(lower, [name, value]);
  };
  put('User-Agent', 'chatspec');
  put('Accept', '*/*');
  put('Accept-Encoding', 'identity');
  if (spec.body !== undefined && spec.headers === undefined) put('Content-Type', 'application/json');
  const authorization = spec.authorization === undefined ? 'Bearer {key}' : spec.authorization;
  if (spec.madeKey) {
    put('Authorization', `Bearer ${madeKeyOf(keys.main, spec.madeKey)}`);
  } else if (authorization !== null && !(credential === 'none' && spec.authorization === undefined)) {
    put('Authorization', fill(authorization, key));
  }
  for (const [name, value] of settings.extraHeaders) {
    // The identity is part of the test: a header of the user must not authorize a request without a key.
    if (name.toLowerCase() !== 'authorization') put(name, value);
  }
  for (const [name, value] of spec.headers ?? [])
    put(name, /^authorization$/i.test(name) ? fill(value, key) : value);
  const path = base.prefix + placed(spec.path, settings.apiPath);
  const list = [...headers.values()];
  return {
    origin: base.origin,
    path: path.replaceAll('{key}', () => encodeURIComponent(key)),
    method: spec.method,
    headers: list,
    body,
    chunked: spec.chunked === true && body.length > 0,
    url: base.origin + path.replaceAll('{key}', '*'.repeat(key.length)),
    sent: [
      ['host', base.host],
      ['connection', close ? 'close' : 'keep-alive'],
      ...list.map((header) => written(header, spec)),
      ...framed(body, spec),
    ],
  };
}

/** The header that determines the end of the body. */
function framed(body: Buffer, { chunked }: RequestSpec): [string, string][] {
  if (body.length === 0) return [];
  return [chunked ? ['transfer-encoding', 'chunked'] : ['content-length', String(body.length)]];
}

/** A header for the record: for a key that was made, it names the change to the valid key. */
function written([name, value]: [string, string], { madeKey }: RequestSpec): [string, string] {
  return madeKey && name === 'Authorization' ? [name, `Bearer ${WRITTEN[madeKey]}`] : [name, value];
}

/** The key of a credential; '' for none and for a key that the user did not provide. */
function keyOf(credential: Credential, keys: Keys): string {
  switch (credential) {
    case 'main':
      return keys.main;
    case 'empty-wallet':
      return keys.emptyWallet ?? '';
    case 'other-organization':
      return keys.otherOrganization ?? '';
    case 'none':
      return '';
  }
}

function fill(template: string, key: string): string {
  return template
    .replaceAll('{key:base64}', () => Buffer.from(`:${key}`).toString('base64'))
    .replaceAll('{key}', () => key);
}
