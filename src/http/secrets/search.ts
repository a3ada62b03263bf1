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
/** A rolling hash with five bits per byte covers exactly the last six bytes. */
const SHIFT = 5;
const MASK = 2 ** (WIDTH * SHIFT) - 1;
/** 32 KiB of bits: few windows of ordinary text match a form by chance, and the table stays in the cache. */
const SLOT_BITS = 18;

/**
 * Finds stretches of all forms of some secrets in one pass. Each form is known by windows of six bytes, spaced so
 * that every stretch of `least` bytes covers one of them. A text without a secret costs one lookup per byte.
 */
export class Search {
  /** The characters of the secrets. */
  readonly signs: ReadonlySet<number>;
  readonly #forms: Form[] = [];
  readonly #suspects = new Int32Array(2 ** (SLOT_BITS - 5));
  /** By hash: form and offset, alternating, of its windows. */
  readonly #windows = new Map<number, number[]>();

  /** @param secrets each once, and none empty; too common ones are ignored. */
  constructor(secrets: readonly string[]) {
    this.signs = new Set(Buffer.from(secrets.join('')));
    for (const form of secrets.flatMap(formsOf)) {
      this.#addWindows(form);
      this.#forms.push(form);
    }
  }

  /** Whether there is nothing to search for. */
  get isIdle(): boolean {
    return this.#forms.length === 0;
  }

  #addWindows({ folded, least }: Form): void {
    const step = least - WIDTH + 1;
    for (let end = WIDTH; end <= folded.length; end += step) {
      let hash = 0;
      for (let at = end - WIDTH; at < end; at++) hash = ((hash << SHIFT) ^ folded[at]!) & MASK;
      const slot = slotOf(hash);
      this.#suspects[slot >> 5]! |= 1 << slot;
      const known = this.#windows.get(hash);
      if (known) known.push(this.#forms.length, end - 1);
      else this.#windows.set(hash, [this.#forms.length, end - 1]);
    }
  }

  /** The stretches in the first `size` bytes of a text. */
  find(text: Uint8Array, size = text.length): readonly Hit[] {
    const suspects = this.#suspects;
    let hits: Hits | undefined;
    let hash = 0;
    for (let at = 0; at < size; at++) {
      hash = ((hash << SHIFT) ^ FOLD[text[at]!]!) & MASK;
      const slot = slotOf(hash);
      if (((suspects[slot >> 5]! >> slot) & 1) === 0) continue;
      const windows = this.#windows.get(hash) ?? [];
      for (let i = 0; i < windows.length; i += 2) {
        hits ??= new Hits(text, size);
        hits.follow(this.#forms[windows[i]!]!, at, windows[i + 1]!);
      }
    }
    return hits?.all ?? [];
  }
}

const slotOf = (hash: number) => Math.imul(hash, 0x9e3779b1) >>> (32 - SLOT_BITS);

/** The stretches in one text. */
class Hits {
  readonly all: Hit[] = [];
  readonly #text: Uint8Array;
  readonly #size: number;
  /** For each form its last stretch, which may cover several windows. */
  readonly #last = new Map<Form, Hit>();

  constructor(text: Uint8Array, size: number) {
    this.#text = text;
    this.#size = size;
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
    while (to < this.#size && last < folded.length && FOLD[this.#text[to]!] === folded[last]) {
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
  if (form.alone && (isWord(text[from - 1]) || isWord(text[to]))) return false;
  if (size === form.folded.length || size >= NEVER_DULL) return true;
  return !isCommonText(String.fromCharCode(...form.folded.subarray(first, last)));
}

function isWord(byte: number | undefined): boolean {
  return byte !== undefined && /[\w-]/.test(String.fromCharCode(byte));
}
