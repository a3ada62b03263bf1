import type { Keys, Settings } from '../vocabulary/settings.ts';
import { createMultiSearch, type Hit } from './multi-search.ts';
import { type SecretForm, SHORTEST_SECRET, secretForms } from './secret-forms.ts';
import type { ByteFilter } from './spill.ts';
import { joinDeltas } from './split-text.ts';

/**
 * Hides secrets, wherever something is written, by their value and its usual encodings. The mark has the length of what
 * it hides, so that offsets in the evidence still hold.
 */
export interface Redactor {
  text(text: string): string;
  /** The same bytes object when there was nothing to hide, else a copy. */
  bytes(bytes: Uint8Array): Uint8Array;
  /** A copy of a JSON value with every string, and every member's name, redacted. */
  value<T>(value: T): T;
  /** For what we send ourselves: hides secrets too short to be looked for in answers as well. */
  sent(text: string): string;
  /** In which forms secrets are in these bytes, each name once; empty when they are in none. */
  finds(bytes: Uint8Array): string[];
  /** Bytes of the longest form that is looked for. */
  readonly longest: number;
  /** For a body that is written piece by piece. What is split over several events is not joined in it. */
  filter(): ByteFilter;
}

const MARK = 0x2a;

/** A redactor for these secrets; those shorter than 6 characters are hidden by `sent` only. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const unique = [...new Set(secrets)].filter((s) => s !== '');
  const forms = unique.flatMap(secretForms);
  const find = createMultiSearch(forms.map((f) => f.bytes));
  const longest = Math.max(0, ...forms.map((f) => f.bytes.length));
  const texts = forms.map((f) => f.bytes.toString());
  const short = unique.filter((s) => s.length < SHORTEST_SECRET);

  const bytes = (input: Uint8Array): Uint8Array => {
    const spans = allSpans(input, find);
    if (spans.length === 0) return input;
    const copy = Buffer.from(input);
    for (const [start, end] of spans) copy.fill(MARK, start, end);
    return copy;
  };
  const text = (input: string): string => {
    let result = input;
    for (const form of texts) result = hide(result, form);
    return result;
  };
  const value = (input: unknown): unknown => {
    if (typeof input === 'string') return text(input);
    if (Array.isArray(input)) return input.map(value);
    if (input === null || typeof input !== 'object') return input;
    return Object.fromEntries(Object.entries(input).map(([name, member]) => [text(name), value(member)]));
  };
  return {
    text,
    bytes,
    value: value as Redactor['value'],
    sent: (input) => short.reduce(hide, text(input)),
    finds: (input) => namesOf(input, forms, find),
    longest,
    filter: () => createFilter(longest, find),
  };
}

/** All secrets of a run: its keys, the values of the user's own headers, and what logs in to proxies and the target. */
export function secretsOf(settings: Settings, keys: Keys, env: NodeJS.ProcessEnv = process.env): string[] {
  const secrets = [keys.main, keys.emptyWallet, keys.otherOrganization].filter((k) => k !== undefined);
  for (const [name, value] of settings.extraHeaders) {
    if (HARMLESS.test(name)) continue;
    secrets.push(value, ...value.split(/[\s;=,]+/).filter((part) => part.length >= 12));
  }
  for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY']) {
    if (env[name]) secrets.push(...userInfo(env[name]));
  }
  secrets.push(...userInfo(settings.baseUrl));
  return [...new Set(secrets)];
}

// Their values are words of the protocol: hiding these everywhere would take away the evidence itself.
const HARMLESS = /^(accept(-.*)?|content-.*|user-agent|cache-control|pragma|origin|referer|date|range|dnt)$/i;

function userInfo(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const { password } = new URL(text);
  return password ? [password, decodeURIComponent(password)] : [];
}

function namesOf(input: Uint8Array, forms: readonly SecretForm[], find: (b: Uint8Array) => Hit[]): string[] {
  const names = new Set(find(input).map((hit) => forms[hit.needle]!.name));
  // A form that is only there once the pieces are joined was split to get past a look at the bytes.
  for (const joined of joinDeltas(asBuffer(input))) {
    for (const hit of find(joined.bytes)) {
      if (joined.place(hit.end - 1) - joined.place(hit.start) >= hit.end - hit.start) names.add('split');
    }
  }
  return [...names].sort();
}

function allSpans(input: Uint8Array, find: (b: Uint8Array) => Hit[]): [number, number][] {
  const spans = find(input).map((hit): [number, number] => [hit.start, hit.end]);
  for (const joined of joinDeltas(asBuffer(input))) {
    for (const hit of find(joined.bytes)) {
      for (let i = hit.start; i < hit.end; i++) {
        const place = joined.place(i);
        spans.push([place, place + 1]);
      }
    }
  }
  return spans;
}

function createFilter(longest: number, find: (b: Uint8Array) => Hit[]): ByteFilter {
  if (longest === 0) return { push: (piece) => piece, end: () => Buffer.alloc(0) };
  let carried: Buffer = Buffer.alloc(0);
  return {
    push(piece) {
      const all = Buffer.concat([carried, piece]);
      for (const { start, end } of find(all)) all.fill(MARK, start, end);
      // A secret that began here may go on in the next piece.
      const sure = Math.max(0, all.length - longest + 1);
      carried = all.subarray(sure);
      return all.subarray(0, sure);
    },
    end() {
      const rest = carried;
      carried = Buffer.alloc(0);
      return rest;
    },
  };
}

function hide(text: string, secret: string): string {
  return text.includes(secret) ? text.replaceAll(secret, '*'.repeat(secret.length)) : text;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
