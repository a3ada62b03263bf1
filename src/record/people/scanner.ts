import type { Hiding, Place } from './hiding.ts';
import { throughJson, throughQuotes, throughUtf8 } from './layers.ts';
import type { Meaning } from './member-names.ts';

/** Reads text of one kind as it arrives, each byte one character, and replaces people in it. */
export interface Scanner {
  /**
   * Takes the unconsumed text together with new text. Returns how much is finished: all of it if it is `final`, and
   * otherwise all but at most `LONGEST` characters.
   */
  scan(text: string, final: boolean, out: Patches): number;
}

/** Changes to a text that do not change its length. */
export interface Patches {
  put(start: number, made: string): void;
  /** A UUID at this position; all of them are replaced at once. */
  uuid(start: number, end: number): void;
}

/** A literal, cell or line of more characters is read in parts. */
export const LONGEST = 32_768;
/** A part ends between words if such a position is near. */
const SLACK = 1024;
const QUIET = /[\s,;<>()|]/;
const SIGNS = ['@', '\\', '%'];
const PLAIN_WORD = /^[\w.:+-]*$/;

const LAYERS = {
  json: throughJson,
  csv: throughQuotes,
  text: ((written, inner) => inner(written)) satisfies typeof throughJson as typeof throughJson,
};

/** Replaces people in the encoded values of one body. */
export class Values {
  readonly place: Place;
  readonly #hiding: Hiding;
  readonly #through: typeof throughJson;
  #text = '';
  /** The next position of each character of an address or an escape. */
  #next: number[] = [];

  constructor(hiding: Hiding, place: Place, coding: keyof typeof LAYERS) {
    this.#hiding = hiding;
    this.place = place;
    this.#through = LAYERS[coding];
  }

  /** See `Hiding.isOpen`. */
  isOpen(title: string): boolean {
    return this.#hiding.isOpen(title);
  }

  /** Starts with a text whose values are then processed from left to right. */
  begin(text: string): void {
    this.#text = text;
    this.#next = SIGNS.map(() => -1);
  }

  /** Replaces the people that a value names. */
  patch(start: number, end: number, meaning: Meaning, out: Patches): void {
    const text = this.#text;
    if (end <= start) return;
    if (meaning !== 'person') {
      const length = end - start;
      const mayBeId = this.place.people && meaning !== 'own' && (length === 36 || length === 32);
      if (mayBeId && isUuid(text, start, end)) {
        out.uuid(start, end);
        return;
      }
      if (!this.#hasSign(start, end) && (meaning === 'own' || (length < 32 && !this.#mayName(start, end))))
        return;
    }
    this.#rewrite(start, end, (meant) => this.#hide(meant, meaning), out);
  }

  /** Passes a value that is itself a body to a new scanner. */
  nest(start: number, end: number, scannerOf: (values: Values) => Scanner, out: Patches): void {
    const inner = (meant: string) => {
      let made = '';
      let at = 0;
      const put = (from: number, piece: string) => {
        made += meant.slice(at, from) + piece;
        at = from + piece.length;
      };
      const uuid = (from: number, to: number) => put(from, this.#hiding.uuids([meant.slice(from, to)])[0]!);
      scannerOf(new Values(this.#hiding, this.place, 'json')).scan(meant, true, { put, uuid });
      return made + meant.slice(at);
    };
    this.#rewrite(start, end, inner, out);
  }

  #rewrite(start: number, end: number, inner: (meant: string) => string, out: Patches): void {
    const written = this.#text.slice(start, end);
    const made = throughUtf8(written, (text) => this.#through(text, inner));
    if (made !== written) out.put(start, made);
  }

  #hide(meant: string, meaning: Meaning): string {
    if (meaning === 'person') return this.#hiding.person(meant, this.place);
    if (meaning === 'own') return this.#hiding.own(meant, this.place);
    return this.#hiding.value(meant, this.place);
  }

  #mayName(start: number, end: number): boolean {
    const { known } = this.#hiding;
    if (!this.place.names || known.size === 0 || isNumber(this.#text, start, end)) return false;
    const value = this.#text.slice(start, end);
    return !PLAIN_WORD.test(value) || known.has(value);
  }

  #hasSign(start: number, end: number): boolean {
    for (let i = 0; i < SIGNS.length; i++) {
      if (this.#next[i]! < start) {
        const at = this.#text.indexOf(SIGNS[i]!, start);
        this.#next[i] = at < 0 ? Number.POSITIVE_INFINITY : at;
      }
      if (this.#next[i]! < end) return true;
    }
    return false;
  }
}

/**
 * The end of the first part of a long text that begins at `from`: between words if that is near `LONGEST`, and
 * never within an escape or a character.
 */
export function endOfPart(text: string, from: number): number {
  const limit = from + LONGEST;
  for (let end = limit; end > limit - SLACK; end--) if (QUIET.test(text[end - 1]!)) return end;
  let at = from;
  for (let next = from; next <= limit; ) {
    at = next;
    next += text[at] !== '\\' ? 1 : text[at + 1] === 'u' ? 6 : 2;
  }
  while (at > from + 1 && (text.charCodeAt(at) & 0xc0) === 0x80) at--;
  return at;
}

function isNumber(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code < 48 || code > 57) return false;
  }
  return true;
}

/** Whether exactly a UUID is at a position, with hyphens or without. */
function isUuid(text: string, start: number, end: number): boolean {
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
