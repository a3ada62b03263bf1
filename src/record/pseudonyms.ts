import type { ByteFilter } from '../http/spill.ts';
import { HiddenBefore } from './people/before.ts';
import { type BodyFilter, createBodyFilter } from './people/body-filter.ts';
import { createPeopleCipher } from './people/cipher.ts';
import { createDisguise } from './people/disguise.ts';
import { hideInHeader } from './people/header.ts';
import { createHiding, type Place } from './people/hiding.ts';
import { createKnownPeople } from './people/known-people.ts';
import { RawValues } from './people/raw-value.ts';
import { scannerOf } from './people/scanner-of.ts';
import { hideInUrl } from './people/url.ts';

export type { Place } from './people/hiding.ts';

/**
 * Replaces what identifies people: in usage data e-mail addresses, UUIDs, and the values of members, columns and
 * parameters that name somebody; elsewhere addresses, and whoever was named in usage data. What is replaced is found by
 * parsing what it stands in. Same shape, same number of bytes, and the same person becomes the same pseudonym within a
 * run, so that a judge sees the same equalities.
 */
export interface Pseudonyms {
  /** Running text, such as a reason phrase. */
  text(text: string, place?: Place): string;
  url(url: string): string;
  /** The value of a header, each byte one character or as text. */
  header(name: string, value: string, place?: Place): string;
  /** What was sent: words of the service's own that hold an address, and nothing else. */
  sent(body: Uint8Array): Uint8Array;
  /** The word that the target knows: what a pseudonym of this run stands for; anything else stays. */
  original(text: string): string;
  /** For a body that comes piece by piece. */
  filter(place?: Place): ByteFilter;
  /** The same of a body that is there as a whole; the same bytes object when it names nobody. */
  body(bytes: Uint8Array, place?: Place): Uint8Array;
}

/** Replaces nothing: for a user who keeps identities. */
export const noPseudonyms: Pseudonyms = {
  text: (text) => text,
  url: (url) => url,
  header: (_, value) => value,
  sent: (body) => body,
  original: (text) => text,
  filter: () => ({ push: (piece) => piece, end: () => Buffer.alloc(0) }),
  body: (bytes) => bytes,
};

/** Longer texts are no lines that come again and again, as reason phrases do. */
const LINE = 512;

/** Data about people. */
const USAGE: Place = { people: true, names: true };

/** Pseudonyms that depend on the salt alone; whoever doesn't know it can't go back. */
export function createPseudonyms(salt: Uint8Array): Pseudonyms {
  const disguise = createDisguise(createPeopleCipher(salt));
  const known = createKnownPeople();
  const hiding = createHiding(disguise, known);
  const values = new RawValues(hiding, known);
  const uuids = (found: readonly string[]) => {
    const made = disguise.uuids(found);
    for (const [i, one] of made.entries()) known.remember(one, found[i]!);
    return made;
  };
  const text = (input: string, place: Place) => asBinary(input, (raw) => values.hide(raw, 'any', place));
  const header = (name: string, value: string, place: Place) => {
    const hide = (raw: string) => hideInHeader(name, raw, values, place);
    // What came is one character a byte; what is sent may be text.
    return /[\u0100-\uffff]/.test(value) ? asBinary(value, hide) : hide(value);
  };
  const filter = (place: Place) =>
    createBodyFilter({
      scannerFor: (head) => scannerOf(head, values, place, (value) => known.has(value)),
      uuids,
    });
  const before = new HiddenBefore(known);
  return {
    text: (input, place = USAGE) =>
      input.length > LINE
        ? text(input, place)
        : before.line(`text ${kindOf(place)} ${input}`, () => text(input, place)),
    url: (url) => before.line(`url ${url}`, () => asBinary(url, (raw) => hideInUrl(raw, values))),
    header: (name, value, place = USAGE) =>
      before.line(`${kindOf(place)} ${name} ${value}`, () => header(name, value, place)),
    sent(body) {
      const raw = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
      if (!raw.includes('@')) return body;
      const made = values.hide(raw, 'own', { people: false, names: false });
      return made === raw ? body : Buffer.from(made, 'latin1');
    },
    original: (input) => known.original(input) ?? input,
    filter: (place = USAGE) => filter(place),
    body: (bytes, place = USAGE) => before.body(kindOf(place), bytes, () => wholly(filter(place), bytes)),
  };
}

function kindOf({ people, names }: Place): string {
  return `${people ? 'people' : ''},${names ? 'names' : ''}`;
}

function wholly(filter: BodyFilter, bytes: Uint8Array): Uint8Array {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const made = filter.whole(given);
  return made === given || made.equals(given) ? bytes : made;
}

/** Through the bytes of UTF-8, each one character; half a character can't go that way and is left as it is. */
function asBinary(text: string, hide: (binary: string) => string): string {
  if (text.length === 1 && !text.isWellFormed()) return text;
  if (!text.isWellFormed())
    return text
      .split(/(\p{Surrogate})/u)
      .map((part) => asBinary(part, hide))
      .join('');
  const binary = Buffer.from(text).toString('latin1');
  const made = hide(binary);
  return made === binary ? text : Buffer.from(made, 'latin1').toString();
}
