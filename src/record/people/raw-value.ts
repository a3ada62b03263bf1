import type { Hiding, Place } from './hiding.ts';
import { inIslands } from './islands.ts';
import type { KnownPeople } from './known-people.ts';
import { deeply, throughBytes } from './layers.ts';
import { type Meaning, meaningOf } from './member-names.ts';
import { BoundedMap } from './memory.ts';
import type { Specials } from './specials.ts';
import { throughSpelled } from './spelled.ts';

/** Changes to a text that do not change its length. */
export interface Patches {
  /** Whether the text is known to be ASCII. */
  readonly ascii: boolean;
  put(start: number, made: string): void;
  /** A UUID at this place; all of them are made at once. */
  uuid(start: number, end: number): void;
}

/** How deep Base64 may lie in Base64. */
const DEEPEST = 3;
/** Longer values are not remembered. */
const SHORT = 512;

/** Hides what a value tells of people, as it is written: bytes as characters, with escapes and encodings in it. */
export class RawValues {
  readonly #hiding: Hiding;
  readonly #known: KnownPeople;
  readonly #persons = new BoundedMap<string>();

  constructor(hiding: Hiding, known: KnownPeople) {
    this.#hiding = hiding;
    this.#known = known;
  }

  /** The value as it would be written with everybody replaced. */
  hide(written: string, meaning: Meaning, place: Place): string {
    if (meaning === 'person') {
      let made = this.#persons.get(written);
      if (made === undefined) {
        made = throughBytes(written, (text) => deeply(text, (meant) => this.#hiding.person(meant)));
        if (written.length <= SHORT) this.#persons.set(written, made);
      }
      return made;
    }
    const value = (meant: string) => this.#hiding.value(meant, place);
    const plain = (meant: string) => {
      if (meaning === 'own') return this.#hiding.own(meant, place);
      // What a model says may be spelled so: only in data, refusals and headers it is looked at.
      return place.people || place.names ? throughSpelled(meant, value) : value(meant);
    };
    const replace = (meant: string, depth = 0): string =>
      inIslands(plain(meant), (inside) => (depth < DEEPEST ? replace(inside, depth + 1) : plain(inside)));
    return throughBytes(written, (text) =>
      deeply(text, (meant, name) => (isPersonal(name, place) ? this.#hiding.person(meant) : replace(meant))),
    );
  }

  /** Patches a value in a larger text. */
  patch(
    text: string,
    start: number,
    end: number,
    meaning: Meaning,
    place: Place,
    specials: Specials,
    out: Patches,
  ): void {
    const length = end - start;
    if (meaning !== 'person' && !specials.within(start, end)) {
      if (meaning === 'own' || length < 2) return;
      if (place.people && (length === 36 || length === 32) && isUuid(text, start, end)) {
        out.uuid(start, end);
        return;
      }
      if (length < 32 && isOneWord(text, start, end) && !mayBeEncoded(text, start, end)) {
        const mayName = (place.people || place.names) && this.#known.size > 0;
        if (!mayName || !this.#known.has(text.slice(start, end))) return;
      }
    }
    const written = text.slice(start, end);
    const made = this.hide(written, meaning, place);
    if (made !== written) out.put(start, made);
  }
}

/** A word without a sign after which a name may stand. */
function isOneWord(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code <= 32 || code === 58 || code === 60 || code === 61) return false;
    // `jane[at]firma`, `jane(at)firma`, `jane{at}firma`.
    if (code === 91 || code === 40 || code === 123) return false;
  }
  return true;
}

/** A word that is long enough for an address in Base64, and has both cases, or digits among letters, as that has. */
function mayBeEncoded(text: string, start: number, end: number): boolean {
  return end - start >= 16 && /^(?=.*[a-z])(?=.*[A-Z])[\w+/=-]+$/.test(text.slice(start, end));
}

function isPersonal(name: string | undefined, { people }: Place): boolean {
  const meaning = name === undefined ? 'any' : meaningOf(name);
  return meaning === 'person' || (people && meaning === 'name');
}

/** Whether a place holds a UUID, with hyphens or without, and nothing else. */
export function isUuid(text: string, start: number, end: number): boolean {
  const hyphens = end - start === 36;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    const at = i - start;
    if (hyphens && (at === 8 || at === 13 || at === 18 || at === 23)) {
      if (code !== 45) return false;
    } else if (!(code >= 48 && code <= 57) && !((code | 32) >= 97 && (code | 32) <= 102)) return false;
  }
  return true;
}
