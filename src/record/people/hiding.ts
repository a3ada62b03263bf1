import { addressesIn, type Span } from './addresses.ts';
import type { Disguise } from './disguise.ts';
import type { KnownPeople } from './known-people.ts';
import { throughEscapes } from './layers.ts';
import { BoundedMap } from './memory.ts';

/** The context of a text, which decides what is personal in addition to addresses. */
export interface Place {
  /**
   * Data about people, as from the usage endpoints (spec 4.2 to 4.4): members and columns name them, and any UUID
   * is personal.
   */
  people: boolean;
  /** Known names are searched in data about people, error responses and headers. Completions are unchanged. */
  names: boolean;
  /** The records themselves, with any number of people; elsewhere no honest service names so many. */
  data?: boolean;
}

/** What the user says to be of no person. */
export interface Open {
  /** Names such as that of a model: they, and the ids and addresses in them. */
  names?: readonly string[];
  /** The titles of columns with counts, dates and models. */
  columns?: readonly string[];
}

const UUIDS = /[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![0-9A-Za-z])/g;
/** Found ten times faster than a whole UUID. */
const PART_OF_UUID = /-[0-9A-Fa-f]{4}-/;
const BARE_UUID = /^[0-9A-Fa-f]{32}$/;
const UUID_PREFIX = /^urn:uuid:/i;
const MAY_HOLD_ADDRESS = /@|%40|\\u0040/;
/** From the first to the last character of a name, without surrounding punctuation. */
const CORE = /[\p{L}\p{N}\p{S}](?:.*[\p{L}\p{N}\p{M}\p{S}])?/su;

/** People that get a pseudonym outside of the records: it takes time and memory. */
const MOST_ELSEWHERE = 5_000;
const RECORDS: Place = { people: true, names: true, data: true };

interface Found extends Span {
  made: string;
}

/** Replaces people in decoded text by their pseudonyms, and learns their names. */
export class Hiding {
  readonly known: KnownPeople;
  readonly #disguise: Disguise;
  readonly #shown: readonly string[];
  readonly #unpersonal: ReadonlySet<string>;
  readonly #persons = new BoundedMap<string>();
  readonly #emails = new BoundedMap<string>();
  /** The number of people outside of the records that got a pseudonym. */
  #elsewhere = 0;

  constructor(disguise: Disguise, known: KnownPeople, { names = [], columns = [] }: Open = {}) {
    this.#disguise = disguise;
    this.known = known;
    this.#shown = names;
    this.#unpersonal = new Set(columns);
  }

  /** Whether the user says that a column names no people. */
  isOpen(title: string): boolean {
    return this.#unpersonal.has(title);
  }

  /** A value that its member, column or header identifies as personal, whatever it looks like. */
  person(value: string, place = RECORDS): string {
    if (this.#shown.includes(value)) return value;
    if (this.#isOneTooMany(value, place, this.#persons)) return masked(value);
    return this.#persons.of(value, () => {
      const core = CORE.exec(value);
      if (!core) return value;
      const made = this.#whole(core[0], place);
      this.known.learn(core[0], made);
      return value.slice(0, core.index) + made + value.slice(core.index + core[0].length);
    });
  }

  /** A value without such a name: a person's name, or running text. */
  value(value: string, place: Place): string {
    return place.names && this.known.has(value) ? this.person(value, place) : this.text(value, place);
  }

  /** A word of the service, such as a model, which may be used in later requests. */
  own(value: string, place: Place): string {
    const made = this.text(value, { ...place, names: false });
    if (made !== value) this.known.remember(made, value);
    return made;
  }

  /** Running text: addresses, UUIDs of people, and known names. */
  text(text: string, place: Place): string {
    if (!this.#mayName(text, place)) return text;
    return throughEscapes(text, (meant) => {
      const isPersonal = (uuid: string) => place.people || this.known.has(uuid);
      const found = this.#certain(meant, place, isPersonal);
      if (place.names) found.push(...this.#named(meant));
      return replaced(meant, found);
    });
  }

  /** UUIDs, all at once. */
  uuids(values: readonly string[]): string[] {
    const made = this.#disguise.uuids(values);
    return made.map((one, i) => (this.#isShown(values[i]!) ? values[i]! : one));
  }

  #isShown(part: string): boolean {
    return this.#shown.some((name) => name.includes(part));
  }

  #mayName(text: string, { people, names }: Place): boolean {
    if (MAY_HOLD_ADDRESS.test(text)) return true;
    const { size } = this.known;
    return (people || size > 0) && (PART_OF_UUID.test(text) || (size > 0 && names));
  }

  #isOneTooMany(value: string, { data }: Place, met: BoundedMap<string>): boolean {
    if (data || met.get(value) !== undefined) return false;
    if (this.#elsewhere > MOST_ELSEWHERE) return true;
    if (this.known.has(value)) return false;
    return ++this.#elsewhere > MOST_ELSEWHERE;
  }

  #email(value: string, place: Place): string {
    if (this.#isOneTooMany(value, place, this.#emails)) return masked(value, value.lastIndexOf('.'));
    return this.#emails.of(value, () => {
      const made = this.#disguise.email(value);
      this.known.learn(value, made);
      return made;
    });
  }

  /** Addresses, and personal UUIDs. */
  #certain(text: string, place: Place, isPersonal: (uuid: string) => boolean): Found[] {
    const found: Found[] = addressesIn(text).flatMap(({ start, end }) => {
      const address = text.slice(start, end);
      return this.#isShown(address) ? [] : [{ start, end, made: this.#email(address, place) }];
    });
    if (!PART_OF_UUID.test(text)) return found;
    for (const { 0: uuid, index } of text.matchAll(UUIDS)) {
      const isRest = index > 0 && /[0-9A-Za-z]/.test(text[index - 1]!);
      if (!isRest && isPersonal(uuid)) found.push(spanOf(index, uuid, this.uuids([uuid])[0]!));
    }
    return found;
  }

  #named(text: string): Found[] {
    return this.known
      .within(text)
      .map(({ start, end }) => spanOf(start, text.slice(start, end), this.person(text.slice(start, end))));
  }

  /** A value that names a person: one id or address, or a name with ids and addresses. */
  #whole(value: string, place: Place): string {
    const prefix = UUID_PREFIX.exec(value)?.[0];
    if (prefix) return prefix + this.#whole(value.slice(prefix.length), place);
    if (/^[^\s@<>]+@[^\s@<>]+$/.test(value)) {
      const local = value.slice(0, value.indexOf('@'));
      if (local.length > 5 && /[\d._-]/.test(local)) this.known.learn(local, this.#disguise.word(local));
      return this.#email(value, place);
    }
    if (BARE_UUID.test(value)) return this.uuids([value])[0]!;
    const parts = this.#certain(value, place, () => true);
    if (parts.length === 0) return this.#disguise.word(value);
    return replaced(value, parts, (rest) => this.person(rest, place));
  }
}

/** A character for those of each length in UTF-8. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/[\u0080-\u07ff]/g, '\u00e9'],
  [/[\u0800-\ud7ff\ue000-\uffff]/g, '\u4e2d'],
  [/[\ud800-\udbff][\udc00-\udfff]/g, '\u{1f464}'],
];

/** Letters and digits of no one, of the same length in every encoding; an address keeps its last label, from `end` on. */
function masked(value: string, end = value.length): string {
  let hidden = value
    .slice(0, end)
    .replace(/[A-Za-z]/g, 'x')
    .replace(/\d/g, '0');
  if (/[^\0-\x7f]/.test(hidden)) for (const [kind, like] of MASKS) hidden = hidden.replace(kind, like);
  return hidden + value.slice(end);
}

function spanOf(start: number, text: string, made: string): Found {
  return { start, end: start + text.length, made };
}

/**
 * The text with its findings replaced: of overlaps the first, at one position the longest; `rest` processes the
 * text in between.
 */
function replaced(text: string, found: readonly Found[], rest = (between: string) => between): string {
  let made = '';
  let at = 0;
  for (const one of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (one.start < at) continue;
    made += rest(text.slice(at, one.start)) + one.made;
    at = one.end;
  }
  return made + rest(text.slice(at));
}
