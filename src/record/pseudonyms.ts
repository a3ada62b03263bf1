import type { ByteFilter } from '../http/spill.ts';
import { createBodyFilter, hideInBody } from './people/body-filter.ts';
import { createDisguise } from './people/disguise.ts';
import { Hiding, type Open, type Place } from './people/hiding.ts';
import { createKnownPeople } from './people/known-people.ts';
import { throughUtf8 } from './people/layers.ts';
import { meaningOf } from './people/member-names.ts';

export type { Place } from './people/hiding.ts';

/**
 * Replaces what identifies people: in usage data UUIDs, and the values of members and columns with personal data;
 * elsewhere email addresses, and people known from usage data. The shape and number of bytes are unchanged, and the
 * same person gets the same pseudonym within a run, so that a judge sees the same equalities. The time is linear in
 * the size of the text.
 */
export interface Pseudonyms {
  /** Running text, such as a reason phrase. */
  text(text: string, place?: Place): string;
  /** The value of a header, each byte one character or as text. */
  header(name: string, value: string, place?: Place): string;
  /**
   * The word that the target knows, for a model, a provider or a source with an address in it; other words are unchanged.
   * A short pseudonym of a person may be any word by chance.
   */
  original(text: string): string;
  /** The same for the id or the name of an organization. */
  organization(text: string): string;
  /** For a body that arrives in pieces. */
  filter(place?: Place): ByteFilter;
  /** The same for a whole body; the same bytes object if it names no one. */
  body(bytes: Uint8Array, place?: Place): Uint8Array;
}

/** Replaces nothing: for a user who keeps identities. */
export const noPseudonyms: Pseudonyms = {
  text: (text) => text,
  header: (_, value) => value,
  original: (text) => text,
  organization: (text) => text,
  filter: () => ({ push: (piece) => piece, end: () => Buffer.alloc(0) }),
  body: (bytes) => bytes,
};

const USAGE: Place = { people: true, names: true, data: true };
/** Headers of the protocol, which name no one. */
const PROTOCOL =
  /^(?:accept|accept-.*|connection|content-(?:type|length|encoding|language|range)|date|etag|expires|age|server|transfer-encoding|user-agent|vary|host|authorization|cache-control|retry-after|x-ratelimit.*)$/i;

/** Pseudonyms that depend only on the secret `salt`: without it they are irreversible. What is `open` gets none. */
export function createPseudonyms(salt: Uint8Array, open: Open = {}): Pseudonyms {
  const known = createKnownPeople();
  const hiding = new Hiding(createDisguise(salt), known, open);
  return {
    text: (input, place = USAGE) => throughUtf8(input, (text) => hiding.value(text, place)),
    header(name, value, place = USAGE) {
      const here = { people: place.people, names: !PROTOCOL.test(name) };
      return throughUtf8(value, (text) =>
        here.names && meaningOf(name) === 'person' ? hiding.person(text, here) : hiding.value(text, here),
      );
    },
    original: (input) => known.original(input) ?? input,
    organization: (input) => known.named(input) ?? input,
    filter: (place = USAGE) => createBodyFilter(hiding, place),
    body: (bytes, place = USAGE) => hideInBody(bytes, hiding, place),
  };
}
