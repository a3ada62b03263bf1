import { createCipheriv, createHash, createHmac } from 'node:crypto';
import type { ByteFilter } from '../http/spill.ts';
import { personalIn } from './personal.ts';
import { createTextFilter } from './text-filter.ts';

/**
 * Replaces what identifies people in usage data when it is written: e-mail addresses, UUIDs, and ids and addresses of
 * other shapes by the name of their member. Same shape, same length, and the same value becomes the same pseudonym within
 * a run, so that a judge sees the same equalities.
 */
export interface Pseudonyms {
  text(text: string): string;
  /** The words that the target knows: pseudonyms of this run are replaced by what they stand for, all else stays. */
  original(text: string): string;
  /** For a body that is written piece by piece. */
  filter(): ByteFilter;
}

/** Replaces nothing: for a user who keeps identities. */
export const noPseudonyms: Pseudonyms = {
  text: (text) => text,
  original: (text) => text,
  filter: () => ({ push: (piece) => piece, end: () => Buffer.alloc(0) }),
};

const CELL = /(?<=^|[,;\t"\r\n])[^,;\t"\r\n]{3,256}(?=$|[,;\t"\r\n])/gm;

/** Values that are remembered at most: an organization has fewer people. */
const MOST_REMEMBERED = 50_000;

/** Pseudonyms that depend on the salt alone; whoever doesn't know it can't go back. */
export function createPseudonyms(salt: Uint8Array): Pseudonyms {
  const cipherKey = createHash('sha256').update('uuid').update(salt).digest().subarray(0, 16);
  const cipher = createCipheriv('aes-128-ecb', cipherKey, null).setAutoPadding(false);
  const emails = new Map<string, string>();
  const taken = new Set<string>();
  // Ids of other shapes are known by their member's name in JSON only; in CSV they are found again by their value.
  const learned = new Set<string>();
  // What each pseudonym stands for, so that a question can name it to the target.
  const originals = new Map<string, string>();
  const remember = (value: string, made: string) => {
    if (originals.size < MOST_REMEMBERED && !originals.has(made)) originals.set(made, owned(value));
    return made;
  };

  /** Many at a time: one call of the cipher costs more than what it does for a UUID. */
  const uuids = (values: readonly string[]): string[] => {
    if (values.length === 0) return [];
    const plain = Buffer.from(values.join('').replaceAll('-', ''), 'hex');
    const hex = cipher.update(plain).toString('hex');
    return values.map((value, i) => {
      const own = hex.slice(32 * i, 32 * i + 32);
      const h = /[A-F]/.test(value) ? own.toUpperCase() : own;
      // Version and variant stay, so that a strict reader still takes it for a UUID.
      const made = `${h.slice(0, 8)}-${h.slice(8, 12)}-${value[14]}${h.slice(13, 16)}-${value[19]}${h.slice(17, 20)}-${h.slice(20)}`;
      return remember(value, made);
    });
  };
  const word = (value: string, variant = 0): string => {
    const digest = createHmac('sha256', salt).update(`${variant}:${value.toLowerCase()}`).digest();
    return disguise(value, digest);
  };
  const email = (value: string): string => {
    const known = emails.get(value);
    if (known !== undefined) return known;
    const at = value.lastIndexOf('@');
    const domain = value.slice(at + 1);
    // The top-level domain says little about a person, and some readers check it.
    const dot = domain.includes('.') ? domain.lastIndexOf('.') : domain.length;
    const rest = `@${word(domain.slice(0, dot))}${domain.slice(dot)}`;
    let made = word(value.slice(0, at)) + rest;
    // Short names can meet in one pseudonym, and two people must not become one.
    for (let variant = 1; taken.has(made) && variant < 50; variant++)
      made = word(value.slice(0, at), variant) + rest;
    if (emails.size < MOST_REMEMBERED) {
      emails.set(owned(value), made);
      taken.add(made);
    }
    return remember(value, made);
  };
  const replaced = (input: string, valuesOnly: boolean): string => {
    const found = personalIn(input, valuesOnly);
    if (found.length === 0) return input;
    const made = uuids(
      found.filter(({ kind }) => kind === 'uuid').map(({ start, end }) => input.slice(start, end)),
    );
    let output = '';
    let at = 0;
    let next = 0;
    for (const { start, end, kind } of found) {
      output += input.slice(at, start);
      if (kind === 'uuid') output += made[next++]!;
      else output += kind === 'email' ? email(input.slice(start, end)) : memberOf(input.slice(start, end));
      at = end;
    }
    return output + input.slice(at);
  };
  const whole = (value: string): string => {
    const known = replaced(value, true);
    if (known !== value) return known;
    if (/[\d\s]/.test(value) && learned.size < MOST_REMEMBERED) learned.add(owned(value));
    return remember(value, word(value));
  };
  const members = new Map<string, string>();
  const memberOf = (match: string): string => {
    let made = members.get(match);
    if (made === undefined) {
      made = member(match, whole);
      if (members.size < MOST_REMEMBERED) members.set(owned(match), made);
    }
    return made;
  };
  const text = (input: string): string =>
    replaced(
      learned.size > 0 ? input.replace(CELL, (cell) => (learned.has(cell) ? word(cell) : cell)) : input,
      false,
    );
  const original = (input: string): string => {
    const whole = originals.get(input);
    if (whole !== undefined || originals.size === 0) return whole ?? input;
    let output = '';
    let at = 0;
    for (const { start, end } of personalIn(input, true)) {
      output += input.slice(at, start) + (originals.get(input.slice(start, end)) ?? input.slice(start, end));
      at = end;
    }
    return output + input.slice(at);
  };
  return { text, original, filter: () => createTextFilter(text) };
}

/** Replaces the value of a JSON member; a character that was escaped is escaped again, so that the length stays. */
function member(match: string, replace: (value: string) => string): string {
  const start = match.indexOf('"', match.indexOf(':')) + 1;
  const raw = match.slice(start, -1);
  const units = raw.match(/\\u[0-9A-Fa-f]{4}|\\.|[^\\]/gs) ?? [];
  let decoded: string;
  try {
    decoded = JSON.parse(`"${raw}"`);
  } catch {
    return `${match.slice(0, start) + replace(raw)}"`;
  }
  const replaced = replace(decoded);
  let at = 0;
  const encoded = units.map((unit) => {
    const width = unit[0] === '\\' ? 1 : unit.length;
    const piece = replaced.slice(at, at + width);
    at += width;
    if (unit[0] !== '\\') return piece;
    return unit[1] === 'u' ? `\\u${piece.charCodeAt(0).toString(16).padStart(4, '0')}` : unit;
  });
  return `${match.slice(0, start)}${encoded.join('')}"`;
}

/** A copy that stands alone: a piece of a long text would keep all of it in memory. */
const owned = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

/** Letters become letters and digits digits; everything else, and so the shape, stays. */
function disguise(value: string, digest: Buffer): string {
  let i = 0;
  return value.replace(/[\p{L}\p{N}]/gu, (character) => {
    const noise = digest[i % digest.length]! ^ (i >> 5);
    i += 1;
    if (/[0-9]/.test(character)) return String(noise % 10);
    if (/[a-z]/.test(character)) return String.fromCharCode(97 + (noise % 26));
    if (/[A-Z]/.test(character)) return String.fromCharCode(65 + (noise % 26));
    return LIKE[Buffer.byteLength(character)]?.[noise % 16] ?? character;
  });
}

// Stand-ins for letters beyond ASCII, by the number of bytes that they take in UTF-8.
const LIKE: Record<number, string> = {
  2: 'àáâãäåæçèéêëìíîï',
  3: '一丁七万丈三上下不与专世丘丙业东',
};
