import { together } from './pieces.ts';
import { tokenPieces } from './tokens.ts';
import type { View } from './view.ts';

/** Longer values are looked at by themselves; their ends are no pieces of anything, unless the text is a stream. */
const LONGEST_PIECE = 24;
/** Pieces that are joined at most, and groups that are told apart. */
const MOST_PIECES = 200_000;
const MOST_GROUPS = 500;
const MOST_PAIRS = 5000;

/**
 * What a text delivers in pieces, put together as its reader would: the strings of a stream's deltas, choice by choice
 * and member by member; all strings of a JSON text in a row, and those of each member; the comments and other fields of
 * an event stream; the columns of a table.
 */
export function joined(view: View): View[] {
  const { bytes } = view;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(512, bytes.length))
    .toString('latin1')
    .trimStart();
  const events = /^(?:data|event|id|retry)?\s?:/m.test(head);
  if (!events && !/^[[{"]/.test(head)) return /[,;\t\n]/.test(head) ? columns(view) : [];
  const groups = new Groups();
  if (events) fields(bytes, groups);
  strings(bytes, groups, events ? Number.POSITIVE_INFINITY : LONGEST_PIECE);
  const more = tokenPieces(view, (name, start, end) => groups.add(name, start, end));
  return [...groups.views(view), ...more];
}

/** Shorter pieces may be the same again within one secret. */
const LONG_ENOUGH = 8;

/** Pieces by the name of what they belong to, each as two offsets; names are numbers, since there are many of them. */
class Groups {
  readonly #groups = new Map<number, number[]>();
  #pieces = 0;
  /** By group: what its last piece said. Which pieces came in a row before. */
  readonly #before = new Map<number, number>();
  readonly #pairs = new Set<number>();

  /** Records say the same over and over: a piece is not taken again that came after the same one before. */
  addNew(name: number, bytes: Uint8Array, start: number, end: number): void {
    const said = numberOf(bytes, start, end, name);
    const pair = Math.imul(this.#before.get(name) ?? 0, 31) ^ said;
    this.#before.set(name, said);
    const isKnown = end - start >= LONG_ENOUGH && this.#pairs.has(pair);
    if (this.#pairs.size < MOST_PAIRS) this.#pairs.add(pair);
    if (!isKnown) this.add(name, start, end);
  }

  add(name: number, start: number, end: number): void {
    if (end <= start || this.#pieces >= MOST_PIECES) return;
    let group = this.#groups.get(name);
    if (!group) {
      if (this.#groups.size >= MOST_GROUPS) return;
      group = [];
      this.#groups.set(name, group);
    }
    group.push(start, end);
    this.#pieces++;
  }

  views(view: View): View[] {
    return [...this.#groups.values()]
      .filter((group) => group.length > 2)
      .map((group) => together(view, group));
  }
}

/** The strings of a JSON text, by member and all in a row; within a line of a stream also by the indices before them. */
function strings(bytes: Uint8Array, groups: Groups, longest: number): void {
  let name = 0;
  let path = 0;
  // Records say the same names over and over: two that came in a row before are not taken again.
  const pairs = new Set<number>();
  let before = 0;
  const isNew = (next: number): boolean => {
    const pair = Math.imul(before, 31) ^ next;
    before = next;
    const size = pairs.size;
    return pairs.size < MOST_PAIRS ? pairs.add(pair).size > size : true;
  };
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === 0x0a) path = 0;
    if (byte !== 0x22) continue;
    const start = at + 1;
    at = endOfString(bytes, start);
    const after = nextVisible(bytes, at + 1);
    if (bytes[after] === 0x3a) {
      name = numberOf(bytes, start, at, 1);
      if (name === INDEX) path = numberOf(bytes, nextVisible(bytes, after + 1), after + 3, path + 2);
      if (at - start <= LONGEST_PIECE && isNew(name)) groups.add(NAMES, start, at);
      at = after;
    } else if (at - start <= longest) {
      groups.addNew(ALL, bytes, start, at);
      groups.addNew(name, bytes, start, at);
      if (path === 0) continue;
      groups.add(Math.imul(name, 31) ^ path, start, at);
      // Members may take turns.
      groups.add(path, start, at);
    }
  }
}

/** A name as a number; two that meet in one are only joined for nothing. */
function numberOf(bytes: Uint8Array, start: number, end: number, seed: number): number {
  let number = seed;
  for (let at = start; at < end; at++) number = (Math.imul(number, 0x01000193) ^ bytes[at]!) | 0;
  return number;
}

const INDEX = numberOf(Buffer.from('index'), 0, 5, 1);
const ALL = -1;
const NAMES = -2;

function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0x22 && bytes[at] !== 0x0a) at += bytes[at] === 0x5c ? 2 : 1;
  return Math.min(at, bytes.length);
}

function nextVisible(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at]! <= 0x20) at++;
  return at;
}

/** Comments and fields of events, each in a row; what is JSON in them is read as such. */
function fields(bytes: Uint8Array, groups: Groups): void {
  const lineEnd = bytes.includes(0x0a) ? 0x0a : 0x0d;
  for (let at = 0; at < bytes.length; ) {
    let end = bytes.indexOf(lineEnd, at);
    if (end < 0) end = bytes.length;
    const colon = bytes.subarray(at, Math.min(end, at + 16)).indexOf(0x3a);
    if (colon >= 0) {
      const start = bytes[at + colon + 1] === 0x20 ? at + colon + 2 : at + colon + 1;
      const stop = bytes[end - 1] === 0x0d ? end - 1 : end;
      if (bytes[start] !== 0x7b) groups.add(numberOf(bytes, at, at + colon, 3), start, stop);
    }
    at = end + 1;
  }
}

/** The cells of a table, column by column; cells in a row are neighbours in the text. */
function columns(view: View): View[] {
  const { bytes } = view;
  const groups = new Groups();
  // In a large table a row is in a row anyhow; only escapes that are cut in two need more.
  const small = bytes.length <= 16 * 1024;
  let column = 0;
  let start = 0;
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at] ?? 0x0a;
    if (byte !== 0x2c && byte !== 0x3b && byte !== 0x09 && byte !== 0x0a) continue;
    if (column < 100 && at - start <= LONGEST_PIECE) {
      groups.addNew(column, bytes, start, at);
      const quoted = bytes[start] === 0x22 && bytes[at - 1] === 0x22 ? 1 : 0;
      if (small) groups.addNew(ALL, bytes, start + quoted, at - quoted);
    }
    start = at + 1;
    column = byte === 0x0a ? 0 : column + 1;
  }
  return groups.views(view);
}
