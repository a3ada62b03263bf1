import { isCommon, schemeLength } from './weak.ts';

/** One encoding of a secret for the search. */
export interface Form {
  /** The name in a report: `plain`, `base64`, `reversed of hex` … */
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
 * The forms to search for: the secret, in hex, in Base64 at its three offsets, and each of these reversed. Escapes, and
 * encodings within encodings, are undone in the text instead (see `unescape.ts` and `decode.ts`). Empty for a secret
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
    const whole = Number.POSITIVE_INFINITY;
    return [
      { ...plain, alone: true },
      { ...form('reversed', backwards(secret), whole), alone: true },
      form('hex', Buffer.from(secret).toString('hex'), whole),
      ...base64('base64', secret, whole),
    ];
  }
  const hex = Buffer.from(secret).toString('hex');
  const digits = Math.floor((LEAST * 4) / 3) - 1;
  return [
    { ...plain, open: schemeLength(secret) },
    form('reversed', backwards(secret), LEAST),
    form('hex', hex, 2 * LEAST),
    form('reversed of hex', backwards(hex), 2 * LEAST),
    ...base64('base64', secret, digits),
    ...base64Cores(secret).map((core) => form('reversed of base64', backwards(core), digits)),
  ];
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
