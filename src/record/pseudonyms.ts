import { createCipheriv, createHash, createHmac } from 'node:crypto';
import type { ByteFilter } from '../target/spill.ts';

/**
 * Replaces what identifies people in usage data when it is written: e-mail addresses, UUIDs, and ids and addresses of
 * other shapes by the name of their member. Same shape, same length, and the same value becomes the same pseudonym within
 * a run, so that a judge sees the same equalities.
 */
export interface Pseudonyms {
  text(text: string): string;
  /** A copy of a JSON value with every string replaced as `text` would. */
  value<T>(value: T): T;
  /** For a body that is written piece by piece. */
  filter(): ByteFilter;
}

/** Replaces nothing: for a user who keeps identities. */
export const noPseudonyms: Pseudonyms = {
  text: (text) => text,
  value: (value) => value,
  filter: () => ({ push: (piece) => piece, end: () => Buffer.alloc(0) }),
};

const EMAIL = String.raw`[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,8}`;
const UUID = '(?<![0-9A-Za-z])[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![0-9A-Za-z])';
const MEMBER = String.raw`"(?:user_id|org_id|email)"\s*:\s*"(?:[^"\\]|\\.){1,256}"`;
const PERSONAL = new RegExp(`${MEMBER}|${UUID}|${EMAIL}`, 'gu');

/** Longer than any match: what may be the beginning of one is kept back between pieces. */
const CARRY = 1024;

/** Pseudonyms that depend on the salt alone; whoever doesn't know it can't go back. */
export function createPseudonyms(salt: Uint8Array): Pseudonyms {
  const cipherKey = createHash('sha256').update('uuid').update(salt).digest().subarray(0, 16);
  const cipher = createCipheriv('aes-128-ecb', cipherKey, null).setAutoPadding(false);

  const uuid = (value: string): string => {
    const plain = Buffer.from(value.replaceAll('-', ''), 'hex');
    const hex = cipher.update(plain).toString('hex');
    const cased = /[A-F]/.test(value) ? hex.toUpperCase() : hex;
    // Version and variant stay, so that a strict reader still takes it for a UUID.
    return `${cased.slice(0, 8)}-${cased.slice(8, 12)}-${value[14]}${cased.slice(13, 16)}-${value[19]}${cased.slice(17, 20)}-${cased.slice(20)}`;
  };
  /** Letters become letters and digits digits; everything else, and so the shape, stays. */
  const word = (value: string): string => {
    const digest = createHmac('sha256', salt).update(value.toLowerCase()).digest();
    let i = 0;
    return value.replace(/[\p{L}\p{N}]/gu, (character) => {
      const noise = digest[i++ % digest.length]! ^ (i >> 5);
      if (/[0-9]/.test(character)) return String(noise % 10);
      if (/[a-z]/.test(character)) return String.fromCharCode(97 + (noise % 26));
      if (/[A-Z]/.test(character)) return String.fromCharCode(65 + (noise % 26));
      return LIKE[Buffer.byteLength(character)]?.[noise % 16] ?? character;
    });
  };
  const email = (value: string): string => {
    const at = value.lastIndexOf('@');
    const domain = value.slice(at + 1);
    const dot = domain.lastIndexOf('.');
    // The top-level domain says little about a person, and some readers check it.
    return dot < 0
      ? `${word(value.slice(0, at))}@${word(domain)}`
      : `${word(value.slice(0, at))}@${word(domain.slice(0, dot))}${domain.slice(dot)}`;
  };
  const whole = (value: string): string => {
    if (WHOLE_UUID.test(value)) return uuid(value);
    return value.includes('@') ? email(value) : word(value);
  };
  const text = (input: string): string =>
    input.replace(PERSONAL, (match) => {
      if (match[0] !== '"') return match.includes('@') ? email(match) : uuid(match);
      const start = match.indexOf('"', match.indexOf(':')) + 1;
      const value = match.slice(start, -1);
      // Escapes are no letters of a name: a value that has some keeps them, and loses what stands between.
      const replaced = value
        .split(/(\\u[0-9A-Fa-f]{4}|\\.)/)
        .map((part, i) => (i % 2 === 1 ? part : whole(part)))
        .join('');
      return `${match.slice(0, start)}${replaced}"`;
    });
  const value = (input: unknown): unknown => {
    if (typeof input === 'string') return text(input);
    if (Array.isArray(input)) return input.map(value);
    if (input === null || typeof input !== 'object') return input;
    return Object.fromEntries(Object.entries(input).map(([name, member]) => [name, value(member)]));
  };
  return { text, value: value as Pseudonyms['value'], filter: () => createFilter(text) };
}

const WHOLE_UUID = new RegExp(`^${UUID}$`);

// Stand-ins for letters beyond ASCII, by the number of bytes that they take in UTF-8.
const LIKE: Record<number, string> = {
  2: 'àáâãäåæçèéêëìíîï',
  3: '一丁七万丈三上下不与专世丘丙业东',
};

/** Cuts only where no address, id or member can go on: after a line, else well before the end of what came. */
function createFilter(text: (input: string) => string): ByteFilter {
  let carried: Buffer = Buffer.alloc(0);
  return {
    push(piece) {
      const all = Buffer.concat([carried, piece]);
      let cut = all.lastIndexOf(0x0a) + 1;
      if (all.length - cut > 64 * CARRY) cut = quietPlace(all);
      carried = all.subarray(cut);
      return cut === 0 ? Buffer.alloc(0) : replace(all.subarray(0, cut), text);
    },
    end() {
      const rest = carried;
      carried = Buffer.alloc(0);
      return replace(rest, text);
    },
  };
}

/** An end of a JSON member or record near the end: matches never reach across a comma that follows a quote. */
function quietPlace(bytes: Buffer): number {
  for (const mark of ['},', '",', ',']) {
    const at = bytes.lastIndexOf(mark, bytes.length - CARRY);
    if (at > 0) return at + mark.length;
  }
  return bytes.length - CARRY;
}

/** Bytes that are no UTF-8 are taken for Latin-1, in which every byte survives the way there and back. */
function replace(bytes: Buffer, text: (input: string) => string): Buffer {
  const before = bytes.toString('utf8');
  const valid = !before.includes('\ufffd');
  if (!valid) return Buffer.from(text(bytes.toString('latin1')), 'latin1');
  const after = text(before);
  return after === before ? bytes : Buffer.from(after, 'utf8');
}
