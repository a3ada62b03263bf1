import { NOT_A_KEY } from '../vocabulary/leak-forms.ts';
import { withoutLogin } from './secrets/basic-login.ts';
import { isZlib } from './secrets/compressed.ts';
import { SHORTEST_SECRET } from './secrets/forms.ts';
import type { Reported } from './secrets/of-run.ts';
import { BLOCK, BlockReader, type Found, OVERLAP, scan } from './secrets/scan.ts';
import { Search } from './secrets/search.ts';
import { isCommon } from './secrets/weak.ts';
import type { ByteFilter } from './spill.ts';

export { publicNames, reportedOf, secretsOf } from './secrets/of-run.ts';

/**
 * Hides secrets in all output, by value and in the encodings of `secrets/`. The mark has the length of the hidden
 * text, so that offsets in the evidence remain valid.
 */
export interface Redactor {
  text(text: string): string;
  /** The same bytes object if there was nothing to hide, else a copy. */
  bytes(bytes: Uint8Array): Uint8Array;
  /**
   * A JSON value with every string and every member name redacted; the same object if there was nothing to hide.
   */
  value<T extends object>(value: T): T;
  /**
   * For text of chatspec that quotes redacted responses: hides secrets as they are and as a whole, since its own words
   * may equal a part of one. If a name of the run holds a secret by mistake, all is searched.
   */
  quoting<T extends object>(value: T): T;
  /** For the headers of our own requests: also hides secrets that are not searched in responses. */
  sent(text: string): string;
  /** Whether nothing in headers, which do not change, is to be hidden: all are searched at once, and once. */
  isClean(headers: object): boolean;
  /**
   * The forms of secrets in bytes or a text, each name once; empty if there are none. For other secrets than `only`
   * these the form is `NOT_A_KEY`.
   */
  finds(input: Uint8Array | string, only?: Reported): string[];
  /** For a body in pieces; it reports the forms of secrets that it found, in the same way. */
  filter(only?: Reported): ByteFilter;
}

const MARK = 0x2a;
/** Digits are replaced by a digit: a number has to stay a number, or a correct response would look broken. */
const DIGIT_MARK = 0x39;
/** So has a UUID. */
const UUID_MARK = 0x30;
const NOTHING = Buffer.alloc(0);

/**
 * A redactor for these secrets. Too short or too common secrets are hidden by `sent` only, and so are `own` texts
 * if they are separate words. A part of a secret that is a part of a public name in `shown` is not hidden.
 */
export function createRedactor(
  secrets: readonly string[],
  { own = [], shown = [] }: { own?: readonly string[]; shown?: readonly string[] } = {},
): Redactor {
  const unique = [...new Set(secrets)].filter((s) => s !== '').sort((a, b) => b.length - a.length);
  const search = new Search(unique, shown);
  const isMistaken = shown.some((name) => unique.some((secret) => name.includes(secret)));
  const searched = unique.filter((secret) => secret.length >= SHORTEST_SECRET && !isCommon(secret));
  const whole = (input: string) => searched.reduce(hide, input);
  // A response is searched once to report keys and once to hide them.
  const scanned = new WeakMap<Uint8Array, Found>();
  const clean = new WeakSet<object>();
  const known = new Map<string, string>();
  const foundIn = (input: Uint8Array): Found => {
    const found = scanned.get(input) ?? scan(input, search);
    scanned.set(input, found);
    return found;
  };
  const bytes = (input: Uint8Array): Uint8Array => {
    const mask = search.isIdle ? undefined : foundIn(input).mask;
    return mask ? masked(input, mask) : input;
  };
  const text = (input: string): string => {
    if (search.isIdle || input.length < SHORTEST_SECRET) return input;
    const before = known.get(input);
    if (before !== undefined) return before;
    const given = Buffer.from(input);
    const { mask } = scan(given, search);
    const output = mask ? masked(given, mask).toString() : input;
    if (input.length <= LONGEST_KEPT) known.set(input, output);
    if (known.size > MOST_KEPT) known.clear();
    return output;
  };
  const finds = (input: Uint8Array | string): Found | undefined => {
    if (search.isIdle || (typeof input === 'string' && text(input) === input)) return undefined;
    return foundIn(typeof input === 'string' ? Buffer.from(input) : input);
  };
  // One scan of all strings: most values contain nothing, and each scan has a price.
  const isClean = (input: object): boolean => {
    if (search.isIdle) return true;
    const strings = stringsIn(input);
    const all = strings.join('\n');
    return text(all) === all && strings.every((one) => !isReadAsWhole(one) || text(one) === one);
  };
  return {
    text,
    bytes,
    isClean(headers) {
      const is = clean.has(headers) || isClean(headers);
      if (is) clean.add(headers);
      return is;
    },
    value: (input) => (isClean(input) ? input : (redacted(input, text) as typeof input)),
    quoting: (input) => redacted(input, isMistaken ? text : whole) as typeof input,
    sent: (input) =>
      own.includes(input) ? '*'.repeat(input.length) : unique.reduce(hide, text(withoutLogin(input, unique))),
    finds: (input, only) => namesIn(finds(input)?.names, only),
    filter: (only) =>
      search.isIdle ? { push: (piece) => piece, end: () => NOTHING } : new Filter(search, only),
  };
}

/** Size and number of cached texts: headers repeat in every exchange. */
const MOST_KEPT = 512;
const LONGEST_KEPT = 256;

/** Whether a string may be an event stream, or compressed: a preceding text would change its meaning. */
function isReadAsWhole(text: string): boolean {
  const begin = text.trimStart();
  return text.includes('data:') || isZlib(begin.charCodeAt(0), begin.charCodeAt(1));
}

/** All strings of a JSON value, and the names of its members. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return Object.entries(value).flatMap(([name, member]) => [name, ...stringsIn(member)]);
}

function redacted(value: unknown, text: (text: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  if (value === null || typeof value !== 'object') return value;
  const before = Object.entries(value);
  const after = before.map(([name, member]) => [text(name), redacted(member, text)] as const);
  if (after.every(([name, member], i) => name === before[i]![0] && member === before[i]![1])) return value;
  return Array.isArray(value) ? after.map(([, member]) => member) : Object.fromEntries(after);
}

function namesIn(names: Found['names'] | undefined, only: Reported | undefined): string[] {
  const told = [...(names ?? [])].flatMap(([name, secrets]) =>
    [...secrets]
      .filter((secret) => !only?.made.has(secret))
      .map((secret) => (!only || only.keys.has(secret) ? name : NOT_A_KEY)),
  );
  return [...new Set(told)].sort();
}

/** Scans a large body in overlapping blocks, so that nothing is missed at an edge. */
class Filter implements ByteFilter {
  readonly #reader: BlockReader;
  readonly #only: Reported | undefined;
  /** One buffer for all blocks: those of a large body would be as much garbage as it is long, several times. */
  #room = NOTHING;
  #size = 0;

  constructor(search: Search, only: Reported | undefined) {
    this.#reader = new BlockReader(search);
    this.#only = only;
  }

  push(piece: Buffer): Buffer {
    const size = this.#size + piece.length;
    if (size > this.#room.length) {
      const room = Buffer.allocUnsafeSlow(Math.max(size, Math.min(2 * size, BLOCK + 2 * OVERLAP)));
      this.#room.copy(room, 0, 0, this.#size);
      this.#room = room;
    }
    piece.copy(this.#room, this.#size);
    this.#size = size;
    return this.#size < BLOCK + OVERLAP ? NOTHING : this.#take(OVERLAP);
  }

  end(): Buffer {
    return this.#size === 0 ? NOTHING : this.#take(0);
  }

  found(): string[] {
    return namesIn(this.#reader.names, this.#only);
  }

  #take(keep: number): Buffer {
    const all = this.#room.subarray(0, this.#size);
    const mask = this.#reader.read(all);
    let cut = Math.max(0, all.length - keep);
    // Not inside hidden text: a number is recognized only as a whole.
    if (keep > 0) while (cut > 1 && cut > all.length - 2 * keep && mask?.[cut - 1] === 1) cut--;
    const whole = all.subarray(0, cut);
    const out = mask ? masked(whole, mask) : Buffer.from(whole);
    this.#reader.advance(all, cut);
    this.#room.copyWithin(0, cut, this.#size);
    this.#size -= cut;
    return out;
  }
}

/** A copy with a mark for each byte that the (possibly shorter) mask hides. */
function masked(input: Uint8Array, mask: Uint8Array): Buffer {
  const copy = Buffer.from(input);
  for (let from = mask.indexOf(1); from >= 0 && from < copy.length; ) {
    const end = mask.indexOf(0, from);
    const to = Math.min(end < 0 ? mask.length : end, copy.length);
    for (let at = from; at < to; at++) {
      const byte = input[at]!;
      copy[at] = byte >= 0x30 && byte <= 0x39 && isNumber(input, at) ? DIGIT_MARK : MARK;
    }
    keepUuids(input, copy, from, to);
    from = mask.indexOf(1, to);
  }
  return copy;
}

const HYPHEN = 0x2d;
const UUIDS = /(?<![\da-f-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f-])/gi;
const UUID_SIZE = 36;

/** Hides what a stretch has of UUIDs as the digits of one. */
function keepUuids(input: Uint8Array, copy: Buffer, from: number, to: number): void {
  const begin = Math.max(0, from - UUID_SIZE);
  const { buffer, byteOffset } = input;
  const around = Buffer.from(buffer, byteOffset + begin, Math.min(input.length, to + UUID_SIZE) - begin);
  if (!around.includes(HYPHEN)) return;
  for (const { index } of around.toString('latin1').matchAll(UUIDS)) {
    const [start, end] = [begin + index, begin + index + UUID_SIZE];
    for (let at = Math.max(start, from); at < Math.min(end, to); at++)
      copy[at] = input[at] === HYPHEN ? HYPHEN : UUID_MARK;
  }
}

/** Whether exactly a number is at this position. */
function isNumber(input: Uint8Array, at: number): boolean {
  const digit = (i: number) => input[i]! >= 0x30 && input[i]! <= 0x39;
  let start = at;
  let end = at + 1;
  while (start > 0 && at - start < 256 && digit(start - 1)) start--;
  while (end < input.length && end - at < 256 && digit(end)) end++;
  const before = input[start - 1];
  const after = input[end];
  const ends = (byte: number | undefined) =>
    byte === undefined || ' \t\r\n,:;[]{}'.includes(String.fromCharCode(byte));
  return ends(before) && ends(after);
}

function hide(text: string, secret: string): string {
  return text.includes(secret) ? text.replaceAll(secret, '*'.repeat(secret.length)) : text;
}
