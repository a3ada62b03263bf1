import { type Compared, FOLD } from './fold.ts';
import type { Form } from './forms.ts';
import { isDull } from './weak.ts';

/** A stretch of a form: `places` are the offsets of its bytes, in the order of the text. */
export interface Hit {
  form: Form;
  places: number[];
  /** Where in the form the stretch begins. */
  first: number;
}

export type Search = (text: Compared) => Hit[];

/**
 * Looks for stretches of many forms at once. Every stretch of `least` bytes covers a window of five at one of the places
 * that are sampled: a table says of a window which forms it may belong to, and then both directions are followed as far
 * as they agree. A text without any secret costs a look-up a byte, however many forms there are. `table` is the one by which
 * forms and texts were folded.
 */
export function createSearch(forms: readonly Form[], table: Uint8Array = FOLD): Search {
  if (forms.length === 0) return () => [];
  const step = Math.max(1, Math.min(...forms.map((form) => form.least)) - WIDTH + 1);
  const first = step * Math.ceil(WIDTH / step) - 1;
  const windows = new Windows(forms);
  const suspects = new Int32Array(1 << (SLOT_BITS - 5));
  for (const [index, { folded }] of forms.entries()) {
    for (let at = WIDTH - 1; at < folded.length; at++) {
      const window = windowAt(folded, at);
      suspects[slot(window) >> 5]! |= 1 << slot(window);
      windows.add(window, index, at);
    }
  }
  return ({ bytes, folded, size }) => {
    const hits: Hit[] = [];
    if (size < WIDTH) return hits;
    const reached = new Reached();
    // Where in the text the folded byte at `passed` stands is found out only when it matters.
    let place = -1;
    let passed = -1;
    // The last window as well: what was cut off may leave less than a step.
    for (let at = first; at < size + step - 1; at += step) {
      if (at >= size) at = size - 1;
      const window = windowAt(folded, at);
      const number = slot(window);
      if (((suspects[number >> 5]! >> number) & 1) === 0) continue;
      const list = windows.at(window).filter(([form, offset]) => agrees(folded, size, at, form, offset));
      if (list.length === 0) continue;
      while (passed < at) if (table[bytes[++place]!] !== 0) passed++;
      for (const [form, offset] of list) {
        if (reached.covers(form, at, offset)) continue;
        const hit = follow(bytes, table, place, form, offset);
        if (hit) hits.push(reached.after(hit, at, offset, place));
      }
    }
    return hits;
  };
}

/** A form is shorter. */
const LONGEST_FORM = 2 ** 22;

/** Where windows stand in forms. There are tens of thousands, most of them once: a number for each takes the least room. */
export class Windows {
  readonly #forms: readonly Form[];
  readonly #places = new Map<number, number | number[]>();

  constructor(forms: readonly Form[]) {
    this.#forms = forms;
  }

  add(window: number, form: number, offset: number): void {
    const place = form * LONGEST_FORM + offset;
    const known = this.#places.get(window);
    if (known === undefined) this.#places.set(window, place);
    else if (typeof known === 'number') this.#places.set(window, [known, place]);
    else known.push(place);
  }

  at(window: number): [form: Form, offset: number][] {
    const known = this.#places.get(window);
    if (known === undefined) return [];
    const places = typeof known === 'number' ? [known] : known;
    return places.map((place) => [this.#forms[Math.floor(place / LONGEST_FORM)]!, place % LONGEST_FORM]);
  }
}

/** How far the last stretch of each form reaches in a folded text: several windows of one stretch give it once. */
export class Reached {
  readonly #ends = new Map<Form, readonly [shift: number, end: number]>();

  /** Whether a window at these places of the text and of the form lies within it. */
  covers(form: Form, at: number, offset: number): boolean {
    const known = this.#ends.get(form);
    return known !== undefined && known[0] === at - offset && at <= known[1];
  }

  /** Notes a hit around a window, of which the last byte stands at `place`; gives it back. */
  after(hit: Hit, at: number, offset: number, place: number): Hit {
    this.#ends.set(hit.form, [at - offset, at + hit.places.length - 1 - hit.places.indexOf(place)]);
    return hit;
  }
}

/**
 * Whether so many bytes of a folded text agree with a form around a byte of each, `enough` of them, that it may give something away.
 * It costs less than to find where they stand in the text.
 */
export function agrees(
  folded: Uint8Array,
  size: number,
  at: number,
  form: Form,
  offset: number,
  enough = Math.min(form.least, LEAST_AT_A_CUT),
): boolean {
  let first = 0;
  while (first <= at && first <= offset && folded[at - first] === form.folded[offset - first]) first++;
  if (first >= enough) return true;
  let last = 1;
  while (at + last < size && folded[at + last] === form.folded[offset + last] && first + last <= enough)
    last++;
  return first + last > enough;
}

/** Bytes of a window: fewer are met in ordinary text by chance, since forms have tens of thousands of windows. */
const WIDTH = 5;

/** The window that ends at this byte, as a number; two that meet in one are told apart by `agrees`. */
function windowAt(folded: Uint8Array, end: number): number {
  const four =
    (folded[end - 4]! << 24) | (folded[end - 3]! << 16) | (folded[end - 2]! << 8) | folded[end - 1]!;
  return Math.imul(Math.imul(four, 0x85ebca6b) ^ (four >>> 15) ^ folded[end]!, 0x9e3779b1);
}

/** So many that few windows of ordinary text meet one of a form by chance: 256 KiB of bits, which stay in the cache. */
const SLOT_BITS = 21;

function slot(window: number): number {
  return window >>> (32 - SLOT_BITS);
}

/**
 * The stretch of a form around one byte of a text, at `place`, that agrees with the one at `offset` in the form; undefined
 * when it gives nothing away.
 */
export function follow(
  bytes: Uint8Array,
  table: Uint8Array,
  place: number,
  form: Form,
  offset: number,
): Hit | undefined {
  const { folded } = form;
  const before: number[] = [];
  let first = offset;
  for (let at = place; at >= 0 && first >= 0; at--) {
    const byte = table[bytes[at]!]!;
    if (byte === 0) continue;
    if (byte !== folded[first]) break;
    before.push(at);
    first--;
  }
  first++;
  const places = before.reverse();
  let last = offset + 1;
  for (let at = place + 1; at < bytes.length && last < folded.length; at++) {
    const byte = table[bytes[at]!]!;
    if (byte === 0) continue;
    if (byte !== folded[last]) break;
    places.push(at);
    last++;
  }
  return givesAway(bytes, form, places, first, last) ? { form, places, first } : undefined;
}

/** No word is as long, in characters. */
const NEVER_DULL = 32;
/** At the end of a text the beginning of a secret counts: the rest was cut off. */
const LEAST_AT_A_CUT = 8;

function givesAway(bytes: Uint8Array, form: Form, places: number[], first: number, last: number): boolean {
  const beyond = last - Math.max(first, form.open);
  const ends = first === 0 && places.at(-1) === bytes.length - 1 && form.name === 'plain';
  if (last - first < form.least && !(ends && !form.alone && beyond >= LEAST_AT_A_CUT)) return false;
  if (last <= form.open || beyond < Math.min(4, form.folded.length)) return false;
  if (form.alone && (isWord(bytes[places[0]! - 1]) || isWord(bytes[places.at(-1)! + 1]))) return false;
  // Letters that stand apart may be a list of them.
  if (form.name === 'separated' && !form.folded.subarray(first, last).some((byte) => byte < 0x3a))
    return false;
  if (last - first === form.folded.length || last - first >= NEVER_DULL) return true;
  return !isDull(String.fromCharCode(...form.folded.subarray(first, last)));
}

function isWord(byte: number | undefined): boolean {
  return byte !== undefined && /[\w-]/.test(String.fromCharCode(byte));
}
