import type { Place } from './hiding.ts';
import { deeplyRead } from './layers.ts';
import { isSurelyPerson, type Meaning, meaningAmongPeople } from './member-names.ts';
import { BoundedMap } from './memory.ts';
import type { Patches, RawValues } from './raw-value.ts';
import type { Scanner } from './scanner.ts';
import { Specials } from './specials.ts';
import { splitAddresses } from './split-strings.ts';

/** A literal of more characters is read piece by piece: no name is so long. */
const LONGEST = 32_768;
/** What is kept back of such a literal: longer than an address. */
const OVERLAP = 2048;

const QUOTE = 34;
const BACKSLASH = 92;

/** What is known inside a pair of brackets. */
interface Container {
  object: boolean;
  meaning: Meaning;
}

/** The name of a member as it is written, and the one that came after it. */
interface SeenName {
  written: string;
  name: string;
  inside: Meaning;
  meaning: Meaning;
  next: SeenName | undefined;
}

/**
 * Finds people in JSON by the members that they stand in, without making anything of it: what is no JSON in it stays as it
 * is, and is looked at as text.
 */
export class JsonScanner implements Scanner {
  readonly #values: RawValues;
  readonly #place: Place;
  #stack: Container[] = [];
  #expectsName = false;
  #name = '';
  /** Records name the same members in the same order: the last one, and through it what follows. */
  #last: SeenName | undefined;
  readonly #names = new BoundedMap<SeenName>();
  /** Meaning of the value that comes next. */
  #meaning: Meaning = 'any';
  #inLiteral: Meaning | undefined;

  constructor(values: RawValues, place: Place) {
    this.#values = values;
    this.#place = place;
  }

  scan(text: string, final: boolean, out: Patches): number {
    const done = this.#scan(text, final, out);
    // Last, as the sides of an address are one person wherever both are there.
    splitAddresses(text, this.#values, this.#place, out);
    return done;
  }

  #scan(text: string, final: boolean, out: Patches): number {
    const specials = new Specials(text, out.ascii);
    let at = 0;
    if (this.#inLiteral !== undefined) {
      at = this.#goOn(text, 0, final, specials, out);
      if (this.#inLiteral !== undefined) return at;
    }
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        const end = closing(text, at + 1);
        if (end < 0) {
          if (!final && text.length - at <= LONGEST) return at;
          this.#inLiteral = this.#expectsName ? 'any' : this.#meaning;
          return this.#goOn(text, at + 1, final, specials, out);
        }
        this.#literal(text, at + 1, end, specials, out);
        at = end + 1;
      } else if (isBare(code)) {
        let end = at + 1;
        while (end < text.length && isBare(text.charCodeAt(end))) end++;
        if (end === text.length && !final && end - at <= LONGEST) return at;
        this.#bare(text, at, end, specials, out);
        at = end;
      } else {
        this.#sign(code);
        at++;
      }
    }
    return text.length;
  }

  #sign(code: number): void {
    if (code === 123 || code === 91) {
      this.#stack.push({ object: code === 123, meaning: this.#meaning });
      this.#expectsName = code === 123;
    } else if (code === 125 || code === 93) {
      this.#stack.pop();
      this.#expectsName = false;
    } else if (code === 44) {
      const top = this.#stack.at(-1);
      this.#expectsName = top?.object === true;
      if (top && !top.object) this.#meaning = top.meaning;
      else if (!top) this.#meaning = 'any';
    } else if (code === 58) {
      this.#expectsName = false;
    }
  }

  #literal(text: string, start: number, end: number, specials: Specials, out: Patches): void {
    if (!this.#expectsName) {
      this.#values.patch(text, start, end, this.#meaning, this.#place, specials, out);
      this.#meaning = this.#stack.at(-1)?.meaning ?? 'any';
      return;
    }
    const inside = this.#stack.at(-1)?.meaning ?? 'any';
    let seen = this.#last?.next;
    if (
      seen?.inside !== inside ||
      seen.written.length !== end - start ||
      !text.startsWith(seen.written, start)
    ) {
      seen = this.#seenName(text.slice(start, end), inside);
      if (this.#last) this.#last.next = seen;
    }
    this.#last = seen;
    this.#name = seen.name;
    this.#meaning = seen.meaning;
    this.#expectsName = false;
    // Maps from people to their usage, such as `users`: the name of a member is somebody's.
    if (this.#meaning === 'any' || inside === 'person')
      this.#values.patch(text, start, end, 'any', this.#place, specials, out);
  }

  #meaningHere(inside: Meaning): Meaning {
    const meaning = meaningAmongPeople(this.#name);
    if (meaning === 'own') return 'own';
    if (!this.#place.people) return isSurelyPerson(this.#name) || inside === 'person' ? 'person' : 'any';
    if (inside === 'person') return 'person';
    if (meaning === 'name') return inside === 'own' ? 'own' : 'person';
    return meaning;
  }

  #seenName(written: string, inside: Meaning): SeenName {
    const key = `${inside} ${written}`;
    let seen = this.#names.get(key);
    if (!seen) {
      this.#name = written.includes('\\') ? deeplyRead(written) : written;
      seen = { written, name: this.#name, inside, meaning: this.#meaningHere(inside), next: undefined };
      this.#names.set(key, seen);
    }
    return seen;
  }

  /** Numbers are somebody's when they are ids; words beside JSON's own are text that lost its quotes. */
  #bare(text: string, start: number, end: number, specials: Specials, out: Patches): void {
    const meaning = this.#expectsName ? 'any' : this.#meaning;
    const first = text.charCodeAt(start);
    if (meaning === 'person') {
      const number = /^-?\d+$/.test(text.slice(start, end));
      if (number ? NUMBERED.test(this.#name) : !/^(?:true|false|null|-?\d.*)$/.test(text.slice(start, end)))
        this.#values.patch(text, start, end, 'person', this.#place, specials, out);
      return;
    }
    if (first === 45 || (first >= 48 && first <= 57)) {
      if (!specials.within(start, end)) return;
    } else if (end - start < 6) return;
    this.#values.patch(text, start, end, 'any', this.#place, specials, out);
  }

  /** Reads on in a literal that is too long to be held. */
  #goOn(text: string, from: number, final: boolean, specials: Specials, out: Patches): number {
    const meaning = this.#inLiteral!;
    const end = closing(text, from);
    const known =
      end >= 0 ? end : final ? text.length : Math.max(from, quiet(text, from, text.length - OVERLAP));
    const kind = meaning === 'person' && known - from > LONGEST ? 'any' : meaning;
    if (known > from) this.#values.patch(text, from, known, kind, this.#place, specials, out);
    if (end < 0) return known;
    this.#inLiteral = undefined;
    this.#expectsName = false;
    this.#meaning = this.#stack.at(-1)?.meaning ?? 'any';
    return end + 1;
  }
}

/** Members whose numbers are ids rather than counts. */
const NUMBERED = /(?:id|uid|phone|phone_?number|mobile|telephone|sub|login|handle)$/i;

/** Where a literal ends that begins here; -1 when its end is not there. */
function closing(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (before >= from && text.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
  return -1;
}

/** Anything but white space and the signs of JSON. */
function isBare(code: number): boolean {
  return code > 32 && code !== QUOTE && code !== 44 && code !== 58 && !isBracket(code);
}

function isBracket(code: number): boolean {
  return code === 123 || code === 125 || code === 91 || code === 93;
}

function quiet(text: string, from: number, until: number): number {
  for (let at = until; at > from && at > until - OVERLAP; at--) {
    if (text.charCodeAt(at - 1) <= 32) return at;
  }
  // Not in the middle of an escape.
  let at = until;
  while (at > from && /[\\u0-9A-Fa-fx%]/.test(text[at - 1]!) && until - at < 16) at--;
  return at;
}
