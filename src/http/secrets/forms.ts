import { isCommon, schemeLength } from './weak.ts';

/** One encoding of a secret for the search. */
export interface Form {
  /** The name in a report: `plain`, `base64`, `hex of base64` … */
  name: string;
  /** The bytes of the form, folded by `FOLD`. */
  folded: Uint8Array;
  /** So many consecutive bytes reveal the secret. */
  least: number;
  /** Leading bytes that name the kind of key (`sk-live-`) and reveal nothing by themselves. */
  open: number;
  /** A short secret counts only between characters that no word contains. */
  alone: boolean;
  /** The secret as given. */
  secret: string;
}

/** Shorter secrets are ordinary words: hiding them in responses would destroy the evidence. */
export const SHORTEST_SECRET = 6;
/** So many consecutive characters of a secret are always hidden. */
export const LEAST = 12;

/** Bytes for comparison: letters in one case, and both alphabets of Base64 as one. */
export const FOLD: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code >= 0x41 && code <= 0x5a) return code + 0x20;
  if (code === 0x2b) return 0x2d;
  return code === 0x2f ? 0x5f : code;
});

/**
 * The forms to search for: the secret, and it, or each other encoding of it, reversed, in hex and in Base64 at its
 * three offsets. Escapes as the outer layer are undone in the text instead (see `unescape.ts`). Empty for a secret
 * that is a common word.
 */
export function formsOf(secret: string): Form[] {
  if (secret.length < SHORTEST_SECRET || isCommon(secret)) return [];
  const form = (name: string, text: string, least: number): Form => {
    const folded = Uint8Array.from(Buffer.from(text), (byte) => FOLD[byte]!);
    return { name, folded, least: Math.min(least, folded.length), open: 0, alone: false, secret };
  };
  const base64 = (name: string, text: string, least: number) =>
    base64Cores(text).map((core) => form(name, core, least));
  const plain = form('plain', secret, LEAST);
  if (secret.length < LEAST) {
    return [{ ...plain, alone: true }, ...base64('base64', secret, Number.POSITIVE_INFINITY)];
  }
  const nested = innerForms(secret).flatMap(([name, text]) => {
    const least = Math.floor((LEAST * text.length) / secret.length);
    const of = name === '' ? '' : ` of ${name}`;
    return [
      ...base64(`base64${of}`, text, Math.floor((least * 4) / 3) - 1),
      form(`hex${of}`, Buffer.from(text).toString('hex'), 2 * least),
      form(`reversed${of}`, backwards(text), least),
    ];
  });
  return [{ ...plain, open: schemeLength(secret) }, ...nested];
}

/**
 * What Base64 or hex may contain: the secret in each case, escaped, reversed, and encoded once; '' names the secret
 * itself.
 */
function innerForms(secret: string): [name: string, text: string][] {
  const hex = Buffer.from(secret).toString('hex');
  const inverted = secret.replace(/[a-z]/gi, (c) => (c < 'a' ? c.toLowerCase() : c.toUpperCase()));
  const signs = (write: (code: number) => string) =>
    secret.replace(/[^A-Za-z0-9]/g, (c) => write(c.charCodeAt(0)));
  const each = (digits: string, before: string, after = '') => digits.replace(/../g, `${before}$&${after}`);
  const cases = [secret.toLowerCase(), secret.toUpperCase(), inverted];
  const urls = [encodeURIComponent(secret.toWellFormed()), each(hex, '%'), each(hex.toUpperCase(), '%')];
  const json = [secret.replaceAll('/', '\\/'), each(hex, '\\u00'), each(hex.toUpperCase(), '\\u00')];
  const html = [
    signs((code) => `&#${code};`),
    hex.replace(/../g, (byte) => `&#${Number.parseInt(byte, 16)};`),
    each(hex, '&#x', ';'),
    each(hex.toUpperCase(), '&#x', ';'),
  ];
  const base64 = base64Cores(secret);
  const urlSafe = base64.map((core) => core.replaceAll('+', '-').replaceAll('/', '_'));
  const all: [string, string[]][] = [
    ['', [secret]],
    ['other-case', cases],
    ['url-encoded', urls],
    ['json-escaped', json],
    ['html-escaped', html],
    ['reversed', [backwards(secret)]],
    ['hex', [hex, hex.toUpperCase()]],
    ['base64', [...base64, ...urlSafe]],
  ];
  return all.flatMap(([name, texts]) => texts.map((text): [string, string] => [name, text]));
}

/**
 * The part of a Base64 text that depends only on the given text, at each of its three offsets within a group of
 * three bytes: it is found inside `user:secret` and inside any longer text.
 */
function base64Cores(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
}

const backwards = (text: string) => [...text].reverse().join('');
