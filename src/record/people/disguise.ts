import { createCipheriv, createHash, hash } from 'node:crypto';
import { alphabetOf } from './alphabet.ts';
import { BoundedMap } from './memory.ts';

/** Creates pseudonyms: each character is replaced by one of the same kind and length in bytes. */
export type Disguise = ReturnType<typeof createDisguise>;

/** The separators of the words of a name; a URL or a file name writes a blank as a plus or an underscore. */
export const BLANKS = /[\s_+]+/g;
const TOP_LEVEL_DOMAIN = /\.(?:xn--[a-z0-9-]+|[a-z]{2,})$/i;

/**
 * Pseudonyms that depend only on the secret `salt`, and not on the case of ASCII letters. The time for one is
 * linear in the length of the value.
 */
export function createDisguise(salt: Uint8Array) {
  const key = createHash('sha256').update(salt).digest();
  const cipher = createCipheriv('aes-128-ecb', key.subarray(16), null).setAutoPadding(false);
  /** Words have few shapes. */
  const secrets = new BoundedMap<Buffer>({ most: 2_000 });
  const secretOf = (shape: string) =>
    secrets.of(shape, () => hash('sha256', Buffer.concat([key, Buffer.from(shape)]), 'buffer'));
  const word = (value: string) => {
    const blanks = value.match(BLANKS) ?? [];
    let next = 0;
    return permuted(value.replace(BLANKS, ' '), secretOf).replaceAll(' ', () => blanks[next++]!);
  };
  /** An organization has many people and few domains. */
  const domains = new BoundedMap<string>();
  const hiddenDomain = (domain: string) =>
    domains.of(domain, () => {
      const end = TOP_LEVEL_DOMAIN.exec(domain)?.index ?? domain.length;
      return word(domain.slice(0, end)) + domain.slice(end);
    });
  return {
    /** A name or an id of any shape. Two values of the same shape never get the same pseudonym. */
    word,
    /** An email address; its top-level domain is kept. */
    email(value: string) {
      const at = value.lastIndexOf('@');
      return `${word(value.slice(0, at))}@${hiddenDomain(value.slice(at + 1))}`;
    },
    /** UUIDs, with hyphens or without; many at once, since a cipher call has a high fixed cost. */
    uuids(values: readonly string[]) {
      const digits = values.map((value) => value.replaceAll('-', ''));
      const made = cipher.update(digits.join('').toLowerCase(), 'hex', 'hex');
      return values.map((value, i) => likeUuid(value, digits[i]!, made.slice(32 * i, 32 * i + 32)));
    },
  };
}

/** Version and variant are kept, so that a strict reader still accepts the UUID; so are hyphens and case. */
function likeUuid(value: string, digits: string, made: string): string {
  const hex = `${made.slice(0, 12)}${digits[12]}${made.slice(13, 16)}${digits[16]}${made.slice(17)}`;
  const cased = /[A-F]/.test(digits) ? hex.toUpperCase() : hex.toLowerCase();
  if (value.length === 32) return cased;
  return `${cased.slice(0, 8)}-${cased.slice(8, 12)}-${cased.slice(12, 16)}-${cased.slice(16, 20)}-${cased.slice(20)}`;
}

const ROUNDS = 4;

/**
 * A keyed permutation of all words of the shape of `value`: a Feistel network over the letters and digits. Each
 * round hashes one half once, and adds the hash to the other half.
 */
function permuted(value: string, secretOf: (shape: string) => Buffer): string {
  const characters = [...value];
  const alphabets = characters.map((c, i) => alphabetOf(c, characters[i - 1] ?? ''));
  const places = alphabets.flatMap((alphabet, i) => (alphabet ? [i] : []));
  if (places.length === 0) return value;
  const indexes = Uint8Array.from(places, (i) => alphabets[i]!.indexOf(characters[i]!));
  const shape = alphabets.map((alphabet, i) => alphabet?.name ?? `.${characters[i]}`).join(' ');
  const secret = secretOf(shape);
  const middle = indexes.length >> 1;
  const halves = [
    { from: 0, indexes: indexes.subarray(0, middle) },
    { from: middle, indexes: indexes.subarray(middle) },
  ] as const;
  for (let round = 0; round < ROUNDS; round++) {
    const source = halves[round % 2 === 0 ? 0 : 1];
    const target = halves[round % 2 === 0 ? 1 : 0];
    const input = Buffer.concat([secret, Buffer.of(round), source.indexes]);
    const drawn = hash('shake256', input, {
      outputEncoding: 'buffer',
      outputLength: 2 * target.indexes.length || 2,
    });
    for (let i = 0; i < target.indexes.length; i++) {
      const { size } = alphabets[places[target.from + i]!]!;
      target.indexes[i] = (target.indexes[i]! + drawn.readUInt16BE(2 * i)) % size;
    }
  }
  for (const [i, place] of places.entries())
    characters[place] = alphabets[place]!.at(indexes[i]!, characters[place]!);
  return characters.join('');
}
