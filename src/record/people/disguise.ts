import { type Alphabet, alphabetOf } from './alphabet.ts';
import type { PeopleCipher } from './cipher.ts';
import { endsAsDomain } from './domain-ends.ts';

/** What stands for names, addresses and ids. Character by character of the same kind, and so of the same length. */
export interface Disguise {
  /** A name or an id of any shape. No two of the same shape become one. */
  word(value: string): string;
  /** An e-mail address; its top-level domain stays. */
  email(value: string): string;
  /** A UUID, with hyphens or without. */
  uuid(value: string): string;
  /** UUIDs, all at once. */
  uuids(values: readonly string[]): string[];
}

/** Longer words are drawn rather than permuted: two of them meet by a chance that nobody lives to see. */
const LARGEST = 2 ** 48;

/** Disguises that depend on the cipher's salt alone, and on no letter case. */
export function createDisguise(cipher: PeopleCipher): Disguise {
  const word = (value: string): string => {
    const characters = [...value];
    const alphabets = characters.map((c, i) => alphabetOf(c, characters[i - 1] ?? ''));
    const size = alphabets.reduce((product, a) => product * (a?.size ?? 1), 1);
    if (size === 1) return value;
    const shape = alphabets.map((a, i) => a?.name ?? `.${characters[i]}`).join(' ');
    return size <= LARGEST
      ? permuted(characters, alphabets, size, shape, cipher)
      : drawn(characters, alphabets, shape, cipher);
  };
  const uuids = (values: readonly string[]): string[] => {
    if (values.length === 0) return [];
    const plain = values.map((v) => (v.length === 32 ? v : v.replaceAll('-', '')));
    const hex = cipher.uuids(plain.join('').toLowerCase());
    return values.map((value, i) => likeUuid(value, hex.slice(32 * i, 32 * i + 32)));
  };
  return {
    word,
    email(value) {
      const at = value.lastIndexOf('@');
      const domain = value.slice(at + 1);
      // A usual top-level domain says little about a person, and some readers check it; any other may be a name.
      const dot = endsAsDomain(domain) > 0 ? domain.lastIndexOf('.') : domain.length;
      return `${word(value.slice(0, at))}@${word(domain.slice(0, dot))}${domain.slice(dot)}`;
    },
    uuid: (value) => uuids([value])[0]!,
    uuids,
  };
}

/** Version and variant stay, so that a strict reader still takes it for a UUID. */
function likeUuid(value: string, hex: string): string {
  const h = /[A-F]/.test(value) ? hex.toUpperCase() : hex;
  if (value.length === 32) return `${h.slice(0, 12)}${value[12]}${h.slice(13, 16)}${value[16]}${h.slice(17)}`;
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-${value[14]}${h.slice(13, 16)}-${value[19]}${h.slice(17, 20)}-${h.slice(20)}`;
}

type Alphabets = readonly (Alphabet | undefined)[];

function permuted(
  characters: readonly string[],
  alphabets: Alphabets,
  size: number,
  shape: string,
  cipher: PeopleCipher,
): string {
  let number = 0;
  for (const [i, a] of alphabets.entries()) if (a) number = number * a.size + a.indexOf(characters[i]!);
  let made = cipher.permute(number, size, shape);
  const output = [...characters];
  for (let i = characters.length - 1; i >= 0; i--) {
    const a = alphabets[i];
    if (!a) continue;
    output[i] = a.at(made % a.size, characters[i]!);
    made = Math.floor(made / a.size);
  }
  return output.join('');
}

function drawn(
  characters: readonly string[],
  alphabets: Alphabets,
  shape: string,
  cipher: PeopleCipher,
): string {
  const key = `${shape}:${alphabets.map((a, i) => a?.indexOf(characters[i]!) ?? '').join(' ')}`;
  let noise = cipher.noise(key);
  let at = 0;
  return characters
    .map((character, i) => {
      const a = alphabets[i];
      if (!a) return character;
      if (at + 2 > noise.length) {
        noise = cipher.noise(`${i}:${key}`);
        at = 0;
      }
      const index = noise.readUInt16BE(at) % a.size;
      at += 2;
      return a.at(index, character);
    })
    .join('');
}
