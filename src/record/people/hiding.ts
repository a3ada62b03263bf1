import { addressesIn, isAddress, type Span } from './addresses.ts';
import type { Disguise } from './disguise.ts';
import { halvesIn } from './halves.ts';
import type { KnownPeople } from './known-people.ts';
import { isSurelyPerson, meaningAmongPeople } from './member-names.ts';
import { BoundedMap } from './memory.ts';
import { reversed, reversedAddresses } from './reversed.ts';
import { hasRun } from './runs.ts';

/** Where text stands, which decides what in it is personal. */
export interface Place {
  /** Data about people: the usage endpoints (spec 4.2 to 4.4). */
  people: boolean;
  /** A refusal, a header or a comment, which may name somebody; the text of a completion is left as it is. */
  names: boolean;
}

/** Replaces people in text that is decoded: same length, and character by character of the same kind. */
export interface Hiding {
  /** A value that names somebody, whatever it looks like. */
  person(value: string): string;
  /** Running text: addresses, and what is known to name somebody. */
  text(text: string, place: Place): string;
  /** A word of the service's own, in which only what can't be anything else is an address. */
  own(value: string, place: Place): string;
  /** A value whose name tells nothing. */
  value(value: string, place: Place): string;
}

/** Characters of a UUID without its hyphens. */
const UUID = 32;
const UUIDS =
  /(?<![0-9A-Za-z])(?:[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}|[0-9A-Fa-f]{32})(?![0-9A-Za-z])/g;
/** `user=alice`, `user_id: "alice"`: a name told by the word before it. */
const LABELLED =
  /(?<![\p{L}\p{N}])(?:user(?:[ _-]?(?:id|name))?|login|e-?mail|member|owner|account)(?:["']?\s*:\s*["']|=["']?)([^\s"',;&<>]{2,256})/giu;
/** A member of JSON that stands in a text. */
const MEMBER = /"([^"\\]{1,40})"\s*:\s*"([^"\\]{2,256})"/g;
/** A name right before an address in angle brackets. */
const DISPLAYED =
  /((?:[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}'.\u2019-]*[ \t]+){0,3}[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}'.\u2019-]*)"?[ \t]*<$/u;
const TELLING = /[\p{L}\p{N}\p{S}]/u;

interface Found extends Span {
  made: string;
}

/** What hides people by this disguise, and remembers whom it met. */
export function createHiding(disguise: Disguise, known: KnownPeople): Hiding {
  return new PeopleHiding(disguise, known);
}

class PeopleHiding implements Hiding {
  readonly #disguise: Disguise;
  readonly #known: KnownPeople;
  readonly #persons = new BoundedMap<string>();
  readonly #emails = new BoundedMap<string>();

  constructor(disguise: Disguise, known: KnownPeople) {
    this.#disguise = disguise;
    this.#known = known;
  }

  person(value: string): string {
    let made = this.#persons.get(value);
    if (made !== undefined) return made;
    const core = value.trim();
    if (!TELLING.test(core)) return value;
    const hidden = this.#whole(core);
    this.#known.learn(core, hidden);
    const at = value.indexOf(core);
    made = value.slice(0, at) + hidden + value.slice(at + core.length);
    this.#persons.set(value, made);
    return made;
  }

  text(text: string, place: Place): string {
    const isPersonal = (uuid: string) => place.people || this.#known.has(uuid);
    const found = this.#certain(text, { dotless: place.people }, isPersonal);
    if (!place.people && !place.names) return replaced(text, found);
    found.unshift(...this.#backwards(text, found), ...this.#halves(text));
    const named = [...this.#members(text, place), ...this.#named(text, found)];
    return replaced(text, [...found, ...named]);
  }

  own(value: string, place: Place): string {
    const found = this.#certain(value, { dotless: false }, (uuid) => place.people || this.#known.has(uuid));
    const made = replaced(value, found);
    // A model may be named after whoever made it, and is asked for by that name.
    if (made !== value) this.#known.remember(made, value);
    return made;
  }

  value(value: string, place: Place): string {
    const names = (place.people || place.names) && this.#known.has(value);
    return names ? this.person(value) : this.text(value, place);
  }

  #email(value: string): string {
    let made = this.#emails.get(value);
    if (made === undefined) {
      made = this.#disguise.email(value);
      this.#emails.set(value, made);
      this.#known.learn(value, made);
    }
    return made;
  }

  /** Addresses, and those UUIDs that are somebody's. */
  #certain(text: string, rules: { dotless: boolean }, isPersonal: (uuid: string) => boolean): Found[] {
    const found: Found[] = addressesIn(text, rules).map((span) => ({
      ...span,
      made: this.#email(text.slice(span.start, span.end)),
    }));
    if (!hasRun(text, UUID)) return found;
    for (const match of text.matchAll(UUIDS)) {
      if (isPersonal(match[0])) found.push(spanOf(match.index, match[0], this.#disguise.uuid(match[0])));
    }
    return found;
  }

  /** What is written from its end to its beginning is hidden so too. */
  #backwards(text: string, forward: readonly Found[]): Found[] {
    return reversedAddresses(text, forward).map(({ start, end, meant }) => ({
      start,
      end,
      made: reversed(this.#email(meant)),
    }));
  }

  /** Both sides of an address in JSON that stands in a text. */
  #halves(text: string): Found[] {
    return halvesIn(text, true).flatMap(({ local, domain }) => {
      const made = this.#email(`${local.text}@${domain.text}`);
      const sign = made.lastIndexOf('@');
      return [
        spanOf(local.place, local.text, made.slice(0, sign)),
        spanOf(domain.place, domain.text, made.slice(sign + 1)),
      ];
    });
  }

  /** Names in JSON that stands in a text. */
  #members(text: string, { people }: Place): Found[] {
    if (!text.includes('":') && !text.includes('" :')) return [];
    return [...text.matchAll(MEMBER)].flatMap(({ 0: whole, 1: name = '', 2: value = '', index }) => {
      const told = people ? /^(?:person|name)$/.test(meaningAmongPeople(name)) : isSurelyPerson(name);
      return told ? [spanOf(index + whole.length - 1 - value.length, value, this.person(value))] : [];
    });
  }

  /** Names before an address in angle brackets, names that are known, and those that a word before them tells of. */
  #named(text: string, addresses: readonly Found[]): Found[] {
    const found: Found[] = [];
    for (const { start, end } of addresses) {
      const from = Math.max(0, start - 200);
      const shown = text[start - 1] === '<' ? DISPLAYED.exec(text.slice(from, start)) : null;
      if (shown && text[end] === '>')
        found.push(spanOf(from + shown.index, shown[1]!, this.person(shown[1]!)));
    }
    for (const { start, end } of this.#known.within(text))
      found.push({ start, end, made: this.person(text.slice(start, end)) });
    for (const match of text.matchAll(LABELLED)) {
      const at = match.index + match[0].length - match[1]!.length;
      found.push(spanOf(at, match[1]!, this.person(match[1]!)));
    }
    return found;
  }

  /** A value that names somebody, without the blanks around it. */
  #whole(value: string): string {
    const match = value.match(UUIDS);
    if (match?.[0] === value) return this.#disguise.uuid(value);
    if (isAddress(value)) {
      const local = value.slice(0, value.lastIndexOf('@'));
      if (local.length > 5 && /[\d._-]/.test(local)) this.#known.learn(local, this.#disguise.word(local));
      return this.#email(value);
    }
    const parts = this.#certain(value, { dotless: true }, () => true);
    if (parts.length === 0) return this.#disguise.word(value);
    let made = '';
    let at = 0;
    for (const part of inOrder(parts)) {
      made += this.#rest(value.slice(at, part.start)) + part.made;
      at = part.end;
    }
    return made + this.#rest(value.slice(at));
  }

  /** What stands beside an address is a name of its own, without the signs around it. */
  #rest(text: string): string {
    const core = /[\p{L}\p{N}\p{S}](?:.*[\p{L}\p{N}\p{M}\p{S}])?/su.exec(text);
    if (!core) return text;
    return text.slice(0, core.index) + this.person(core[0]) + text.slice(core.index + core[0].length);
  }
}

function spanOf(start: number, text: string, made: string): Found {
  return { start, end: start + text.length, made };
}

/** Without overlaps; at the same place the one that was found first. */
function inOrder(found: readonly Found[]): Found[] {
  let end = 0;
  return found
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((one) => {
      if (one.start < end) return false;
      end = one.end;
      return true;
    });
}

function replaced(text: string, found: readonly Found[]): string {
  if (found.length === 0) return text;
  let made = '';
  let at = 0;
  for (const one of inOrder(found)) {
    made += text.slice(at, one.start) + one.made;
    at = one.end;
  }
  return made + text.slice(at);
}
