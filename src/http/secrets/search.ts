import { FOLD, type Form, formsOf } from './forms.ts';
import { isCommonText } from './weak.ts';

/** A stretch of a text (start, and end exclusive) that equals a stretch of a form. */
export interface Hit {
  form: Form;
  from: number;
  to: number;
  /** Where the stretch begins in the form. */
  first: number;
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

  /** @param secrets each once, and none empty; too common ones are ignored. */
  constructor(secrets: readonly string[]) {
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
  find(text: Uint8Array): readonly Hit[] {
    const [suspects, distance] = [this.#suspects, this.#distance];
    let hits: Hits | undefined;
    for (let at = 0; at + WIDTH <= text.length; at += distance) {
      const hash = hashAt(text, at);
      const slot = slotOf(hash);
      if (((suspects[slot >> 5]! >> slot) & 1) === 0) continue;
      const windows = this.#windows.get(hash) ?? [];
      for (let i = 0; i < windows.length; i += 2) {
        hits ??= new Hits(text);
        hits.follow(this.#forms[windows[i]!]!, at, windows[i + 1]!);
      }
    }
    return hits?.all ?? [];
  }
}

/** Of a window of six bytes, folded. */
function hashAt(bytes: Uint8Array, at: number): number {
  let hash = 0;
  for (let i = at; i < at + WIDTH; i++) hash = (hash << 5) ^ FOLD[bytes[i]!]!;
  return hash;
}

const slotOf = (hash: number) => Math.imul(hash, 0x9e3779b1) >>> (32 - SLOT_BITS);

/** The stretches in one text. */
class Hits {
  readonly all: Hit[] = [];
  readonly #text: Uint8Array;
  /** For each form its last stretch, which may cover several windows. */
  readonly #last = new Map<Form, Hit>();

  constructor(text: Uint8Array) {
    this.#text = text;
  }

  /** Adds the stretch around a byte that agrees with a form around an offset, if it reveals something. */
  follow(form: Form, at: number, offset: number): void {
    const { folded } = form;
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
    if (!givesAway(this.#text, hit, last)) return;
    this.all.push(hit);
    this.#last.set(form, hit);
  }
}

/** No word is as long, in characters. */
const NEVER_DULL = 32;

function givesAway(text: Uint8Array, { form, from, to, first }: Hit, last: number): boolean {
  const size = last - first;
  if (size < form.least || last - Math.max(first, form.open) < 4) return false;
  if (form.alone && (isWordBefore(text, from) || isWord(text[to]))) return false;
  if (size === form.folded.length || size >= NEVER_DULL) return true;
  return !isCommonPart(form, first, last);
}

/** Whether parts of a form are common texts, by their places: a text full of a key repeats one part. */
const commonParts = new WeakMap<Form, Map<number, boolean>>();

function isCommonPart(form: Form, first: number, last: number): boolean {
  const known = commonParts.get(form) ?? new Map<number, boolean>();
  commonParts.set(form, known);
  const place = first * form.folded.length + last;
  const isCommon =
    known.get(place) ?? isCommonText(String.fromCharCode(...form.folded.subarray(first, last)));
  known.set(place, isCommon);
  return isCommon;
}

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
