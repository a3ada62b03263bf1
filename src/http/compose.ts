import type { Credential, RequestSpec } from '../vocabulary/exchange.ts';
import { type Keys, placed, type Settings } from '../vocabulary/settings.ts';
import { madeKeyOf, WRITTEN } from './secrets/made-keys.ts';

/** A request as it goes out: the key is in it, so it is never written as it stands. */
export interface WireRequest {
  origin: string;
  /** Path and query on the wire, the prefix of the base URL included. */
  path: string;
  method: string;
  /** What the connection is told to send, in this order. */
  headers: [string, string][];
  body: Buffer;
  /** The body goes out in chunks, without a Content-Length. */
  chunked: boolean;
  url: string;
  /** All headers in the order on the wire: those that belong to the connection too. */
  sent: [string, string][];
}

/** The base URL taken apart once: origin, and the prefix that goes before every path of the spec. */
export interface Base {
  origin: string;
  host: string;
  prefix: string;
}

/** Takes a base URL apart; a trailing slash of its path does not count. Throws a TypeError for what is no URL. */
export function parseBase(baseUrl: string): Base {
  const url = new URL(baseUrl);
  return { origin: url.origin, host: url.host, prefix: url.pathname.replace(/\/+$/, '') };
}

// These belong to the connection: a client that replays its headers through us must not break our framing with them.
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

/** Puts the key, the run's own headers and the check's headers together (spec 5.1). */
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
        ? Buffer.from(spec.body)
        : Buffer.from(spec.body.buffer, spec.body.byteOffset, spec.body.byteLength);
  const headers = new Map<string, [string, string]>();
  const put = (name: string, value: string) => {
    const lower = name.toLowerCase();
    if (!CONNECTION_HEADERS.has(lower)) headers.set(lower, [name, value]);
  };
  put('User-Agent', 'chatspec');
  put('Accept', '*/*');
  put('Accept-Encoding', 'identity');
  if (spec.body !== undefined) put('Content-Type', 'application/json');
  const authorization = spec.authorization === undefined ? 'Bearer {key}' : spec.authorization;
  if (spec.madeKey) {
    put('Authorization', `Bearer ${madeKeyOf(keys.main, spec.madeKey)}`);
  } else if (authorization !== null && !(credential === 'none' && spec.authorization === undefined)) {
    put('Authorization', fill(authorization, key));
  }
  for (const [name, value] of settings.extraHeaders) {
    // Who asks is part of the question: a header of the user's must not let in what is asked without a key.
    if (name.toLowerCase() !== 'authorization') put(name, value);
  }
  for (const [name, value] of spec.headers ?? []) put(name, value);
  const path = base.prefix + placed(spec.path, settings.apiPath).replaceAll('{key}', encodeURIComponent(key));
  const list = [...headers.values()];
  return {
    origin: base.origin,
    path,
    method: spec.method,
    headers: list,
    body,
    chunked: spec.chunked === true && body.length > 0,
    url: base.origin + path,
    sent: [
      ['host', base.host],
      ['connection', close ? 'close' : 'keep-alive'],
      ...list.map((header) => written(header, spec)),
      ...framed(body, spec),
    ],
  };
}

/** The header that says where the body ends. */
function framed(body: Buffer, { chunked }: RequestSpec): [string, string][] {
  if (body.length === 0) return [];
  return [chunked ? ['transfer-encoding', 'chunked'] : ['content-length', String(body.length)]];
}

/** A header as it is recorded: of a key that was made it says what was done to the right one. */
function written([name, value]: [string, string], { madeKey }: RequestSpec): [string, string] {
  return madeKey && name === 'Authorization' ? [name, `Bearer ${WRITTEN[madeKey]}`] : [name, value];
}

/** The key that a credential stands for; '' for none and for a key that the user did not give. */
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
