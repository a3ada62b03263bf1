import { FOLD, type Form, formsOf } from './forms.ts';
import type { Span } from './view.ts';
import { isCommonText, publicIdsIn } from './weak.ts';

/** A stretch of a text (start, and end exclusive) that equals a stretch of a form. */
export interface Hit {
  form: Form;
  from: number;
  to: number;
  /** Where the stretch begins in the form. */
  first: number;
}

/** What a text has of secrets. */
export interface Hits {
  /** The first stretches. */
  first: readonly Hit[];
  /** All of them, in order and without overlaps: a text full of a secret has more than can be kept. */
  spans: readonly Span[];
}

/** Bytes per lookup. */
const WIDTH = 6;
/** 32 KiB of bits: few windows of ordinary text match a form by chance, and the table stays in the cache. */
const SLOT_BITS = 18;

/**
 * Finds stretches of all forms of some secrets in one pass. All windows of six bytes of a form are known, and those of
 * a text are looked up at such a distance that every stretch of `least` bytes covers one.
 */
export class Search {
  /** The characters of the secrets. */
  readonly signs: ReadonlySet<number>;
  readonly #forms: readonly Form[];
  readonly #suspects = new Int32Array(2 ** (SLOT_BITS - 5));
  /** By hash: form and offset, alternating, of its windows. */
  readonly #windows = new Map<number, number[]>();
  readonly #distance: number;
  readonly #commonParts: CommonParts;

  /**
   * @param secrets each once, and none empty; too common ones are ignored.
   * @param shown public names, such as that of a model: a part of a secret that is a part of one reveals nothing.
   */
  constructor(secrets: readonly string[], shown: readonly string[] = []) {
    // A key that was given as a model by mistake stays a key.
    const names = shown.filter((name) => !secrets.some((secret) => isWithin(secret, name)));
    this.#commonParts = new CommonParts([...names, ...secrets.flatMap(publicIdsIn)]);
    this.signs = new Set(Buffer.from(secrets.join('')));
    this.#forms = secrets.flatMap(formsOf);
    for (const [index, form] of this.#forms.entries()) this.#addWindows(form, index);
    this.#distance = Math.min(...this.#forms.map(({ least }) => least)) - WIDTH + 1;
  }

  /** Whether there is nothing to search for. */
  get isIdle(): boolean {
    return this.#forms.length === 0;
  }

  #addWindows({ folded }: Form, index: number): void {
    for (let at = 0; at + WIDTH <= folded.length; at++) {
      const hash = hashAt(folded, at);
      const slot = slotOf(hash);
      this.#suspects[slot >> 5]! |= 1 << slot;
      const known = this.#windows.get(hash);
      if (known) known.push(index, at);
      else this.#windows.set(hash, [index, at]);
    }
  }

  /** The stretches in a text. */
  find(text: Uint8Array): Hits {
    const [suspects, distance] = [this.#suspects, this.#distance];
    let hits: Collected | undefined;
    for (let at = 0; at + WIDTH <= text.length; at += distance) {
      const hash = hashAt(text, at);
      const slot = slotOf(hash);
      if (((suspects[slot >> 5]! >> slot) & 1) === 0) continue;
      const windows = this.#windows.get(hash) ?? [];
      for (let i = 0; i < windows.length; i += 2) {
        hits ??= new Collected(text, this.#commonParts);
        hits.follow(this.#forms[windows[i]!]!, at, windows[i + 1]!);
      }
    }
    return hits ?? NONE;
  }
}

const NONE: Hits = { first: [], spans: [] };

/** Of a window of six bytes, folded. */
function hashAt(bytes: Uint8Array, at: number): number {
  let hash = 0;
  for (let i = at; i < at + WIDTH; i++) hash = (hash << 5) ^ FOLD[bytes[i]!]!;
  return hash;
}

const slotOf = (hash: number) => Math.imul(hash, 0x9e3779b1) >>> (32 - SLOT_BITS);

/** Stretches that are kept with their forms. */
const MOST_FIRST = 500;

/** The stretches in one text. */
class Collected implements Hits {
  readonly first: Hit[] = [];
  readonly spans: [from: number, to: number][] = [];
  readonly #text: Uint8Array;
  readonly #commonParts: CommonParts;
  /** For each form its last stretch, which may cover several windows. */
  readonly #last = new Map<Form, Hit>();

  constructor(text: Uint8Array, commonParts: CommonParts) {
    this.#text = text;
    this.#commonParts = commonParts;
  }

  /** Adds the stretch around a byte that agrees with a form around an offset, if it reveals something. */
  follow(form: Form, at: number, offset: number): void {
    const { folded } = form;
    // In a flood, what is hidden already is enough: less than `least` bytes follow it.
    if (this.first.length >= MOST_FIRST && at + WIDTH <= (this.spans.at(-1)?.[1] ?? 0)) return;
    const known = this.#last.get(form);
    if (known && known.from - known.first === at - offset && at < known.to) return;
    let from = at + 1;
    let first = offset + 1;
    while (from > 0 && first > 0 && FOLD[this.#text[from - 1]!] === folded[first - 1]) {
      from--;
      first--;
    }
    let to = at + 1;
    let last = offset + 1;
    while (to < this.#text.length && last < folded.length && FOLD[this.#text[to]!] === folded[last]) {
      to++;
      last++;
    }
    const hit = { form, from, to, first };
    if (!this.#givesAway(hit, last)) return;
    if (this.first.length < MOST_FIRST) this.first.push(hit);
    this.#last.set(form, hit);
    this.#cover(from, to);
  }

  #givesAway({ form, from, to, first }: Hit, last: number): boolean {
    const size = last - first;
    if (size < form.least || last - Math.max(first, form.open) < 4) return false;
    if (form.alone && (isWordBefore(this.#text, from) || isWord(this.#text[to]))) return false;
    return size === form.folded.length || !this.#commonParts.has(form, first, last);
  }

  /** Stretches are found in the order of the windows that they contain: a later one may begin before the last. */
  #cover(from: number, to: number): void {
    let start = from;
    let end = to;
    for (let last = this.spans.at(-1); last && last[1] >= start; last = this.spans.at(-1)) {
      start = Math.min(start, last[0]);
      end = Math.max(end, last[1]);
      this.spans.pop();
    }
    this.spans.push([start, end]);
  }
}

/** A public name is public also with signs and fewer letters than this before or after it. */
const LEAST_BESIDE = 4;
const SIGNS = /[^a-z0-9]/gi;

/** No word is as long, in characters. */
const NEVER_DULL = 32;

/** Whether parts of forms are common texts or public, by their places: a text full of a key repeats one part. */
class CommonParts {
  readonly #shown: readonly string[];
  readonly #known = new Map<Form, Map<number, boolean>>();

  constructor(shown: readonly string[]) {
    this.#shown = shown.map((text) => textOf(Uint8Array.from(Buffer.from(text), (byte) => FOLD[byte]!)));
  }

  has(form: Form, first: number, last: number): boolean {
    const known = this.#known.get(form) ?? new Map<number, boolean>();
    this.#known.set(form, known);
    const place = first * form.folded.length + last;
    const is = known.get(place) ?? this.#isCommon(textOf(form.folded.subarray(first, last)));
    known.set(place, is);
    return is;
  }

  #isCommon(part: string): boolean {
    const isPublic = (name: string) =>
      name.includes(part) || part.replace(name, '').replace(SIGNS, '').length < LEAST_BESIDE;
    return (part.length < NEVER_DULL && isCommonText(part)) || this.#shown.some(isPublic);
  }
}

const isWithin = (part: string, text: string) => text.toLowerCase().includes(part.toLowerCase());

const textOf = (bytes: Uint8Array) => String.fromCharCode(...bytes);

/** The end of an escape, such as that of a line feed: its last letter is no part of a word. */
const ENDS_ESCAPE = /(?:\\[bfnrt]|\\u[0-9a-f]{4}|%[0-9a-f]{2})$/i;
const LONGEST_ESCAPE = 6;

function isWordBefore(text: Uint8Array, at: number): boolean {
  if (!isWord(text[at - 1])) return false;
  return !ENDS_ESCAPE.test(String.fromCharCode(...text.subarray(Math.max(0, at - LONGEST_ESCAPE), at)));
}

function isWord(byte: number | undefined): boolean {
  return byte !== undefined && /[\w-]/.test(String.fromCharCode(byte));
}
