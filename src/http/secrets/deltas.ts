import { parseJson } from '../../vocabulary/parse-json.ts';
import type { Span, View, ViewBuilder } from './view.ts';

/** Bytes per channel, and channels, that are kept for the next block of a stream. */
const KEPT_BYTES = 512;
const KEPT_CHANNELS = 512;
/** Names in the path of a choice, and of its delta or another member. */
const LEVELS = [3, 4];
/** Maximum length of member names, and depth from which containers count as arrays. */
const LONGEST_NAME = 256;
const DEEPEST = 32;

/** Strings that belong together: parts of the current block, and the end of earlier blocks. */
interface Channel {
  kept: Buffer;
  pieces: number[];
}

/** An object or array around a string: its member name, or its position or `index` in an array. */
interface Container {
  name: string;
  isArray: boolean;
}

/**
 * Reads an event stream in blocks and joins the strings of its events: those of each member, all of a choice, and
 * all of a delta. It reads each byte once. Only `data:` lines count.
 */
export class DeltaReader {
  /** Strings of the block whose channel is not kept: a piece of a secret in them cannot be found. */
  untracked: Span[] = [];
  #channels = new Map<string, Channel>();
  /** Whether a channel was dropped. */
  #isFull = false;
  /** How much of the block was read. */
  #read = 0;
  /** The matched length of `data:` at the start of the line; -1 for any other line. */
  #matched = 0;
  #isAfterReturn = false;
  #path: Container[] = [];
  #depth = 0;
  #member = '';
  #place = 0;
  #number = '';
  #isName = false;
  #isString = false;
  #isEscaped = false;
  /** Where the string began in this block, and its earlier part. */
  #start = 0;
  #said = '';
  /** Strings of an event: the index of their choice may follow. */
  #pending: [path: Container[], member: string, start: number, end: number][] = [];

  /** The joined strings of a block, after the kept part of earlier ones; undefined if there are none. */
  join(view: View, builder: ViewBuilder): View | undefined {
    const { buffer, byteOffset, byteLength } = view.bytes;
    this.untracked = [];
    this.#readAll(Buffer.from(buffer, byteOffset, byteLength));
    const channels = [...this.#channels.values()].filter(
      ({ kept, pieces }) => pieces.length > (kept.length > 0 ? 0 : 2),
    );
    if (channels.length === 0) return undefined;
    builder.begin(view);
    for (const { kept, pieces } of channels) {
      builder.insert(kept);
      for (let i = 0; i < pieces.length; i += 2) builder.copy(pieces[i]!, pieces[i + 1]!);
      builder.insert(LINE_END);
    }
    return builder.done('split');
  }

  /** The next block begins at this offset of the block that was read. */
  advance(block: Uint8Array, cut: number): void {
    this.#read -= cut;
    for (const channel of this.#channels.values()) {
      const before: Uint8Array[] = [channel.kept];
      const after: number[] = [];
      for (let i = 0; i < channel.pieces.length; i += 2) {
        const [start, end] = [channel.pieces[i]!, channel.pieces[i + 1]!];
        if (start < cut) before.push(block.subarray(start, Math.min(end, cut)));
        if (end > cut) after.push(Math.max(start, cut) - cut, end - cut);
      }
      if (channel.pieces.length === 0) continue;
      channel.kept = Buffer.from(Buffer.concat(before).subarray(-KEPT_BYTES));
      channel.pieces = after;
    }
    for (const name of [...this.#channels.keys()].slice(KEPT_CHANNELS)) {
      this.#isFull = true;
      this.#channels.delete(name);
    }
  }

  #readAll(bytes: Buffer): void {
    this.#start = this.#read;
    for (let at = this.#next(bytes, this.#read); at < bytes.length; at = this.#next(bytes, at + 1)) {
      const byte = bytes[at]!;
      if (isLineEnd(byte)) {
        this.#endLine(byte);
        continue;
      }
      this.#isAfterReturn = false;
      if (this.#matched === DATA.length) this.#readJson(bytes, byte, at);
      else if (this.#matched >= 0 && byte === DATA[this.#matched]) this.#matched++;
      else if (this.#matched !== 0 || !BYTE_ORDER_MARK.includes(byte)) this.#matched = -1;
    }
    if (this.#isString) this.#take(bytes, bytes.length);
    this.#flush();
    this.#read = bytes.length;
  }

  /** The first byte from here on that may end the string, or the line if it is no data. */
  #next(bytes: Buffer, from: number): number {
    let at = from;
    if (this.#isString && !this.#isEscaped) while (at < bytes.length && isOfString(bytes[at]!)) at++;
    else if (this.#matched < 0) while (at < bytes.length && !isLineEnd(bytes[at]!)) at++;
    return at;
  }

  /** A line ends at a line feed, a carriage return, or both. An empty line ends the event. */
  #endLine(byte: number): void {
    const isSecondHalf = byte === LINE_FEED && this.#isAfterReturn;
    this.#isAfterReturn = byte === RETURN;
    if (isSecondHalf) return;
    if (this.#matched === 0 || this.#isString) this.#endEvent();
    this.#matched = 0;
  }

  #endEvent(): void {
    this.#flush();
    this.#depth = 0;
    this.#path = [];
    this.#isString = this.#isEscaped = this.#isName = false;
    this.#member = this.#number = '';
  }

  #readJson(bytes: Buffer, byte: number, at: number): void {
    if (this.#isString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) {
        this.#take(bytes, at);
        this.#isString = false;
        if (this.#isName) this.#member = decoded(this.#said);
      }
    } else if (byte === QUOTE) {
      this.#isString = true;
      this.#start = at + 1;
      this.#said = '';
    } else if (byte === COLON) this.#isName = false;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#open(byte === OPEN_ARRAY);
    else if (byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.#endValue(byte);
    else if (this.#member === 'index' && byte > SPACE && this.#number.length < 32)
      this.#number += String.fromCharCode(byte);
  }

  /** Takes the string up to here. */
  #take(bytes: Buffer, end: number): void {
    if (this.#isName) {
      const room = LONGEST_NAME - this.#said.length;
      this.#said += bytes.toString('latin1', this.#start, Math.min(end, this.#start + room));
    } else if (this.#member === 'index')
      this.#number = bytes.toString('latin1', this.#start, Math.min(end, this.#start + 32));
    else if (this.#start < end) this.#pending.push([[...this.#path], this.#member, this.#start, end]);
  }

  #open(isArray: boolean): void {
    const name = this.#path.at(-1)?.isArray ? String(this.#place) : this.#member;
    if (this.#depth++ < DEEPEST) this.#path.push({ name, isArray });
    this.#place = 0;
    this.#member = '';
    this.#isName = !isArray && this.#depth <= DEEPEST;
  }

  #endValue(byte: number): void {
    if (this.#member === 'index' && this.#number !== '') {
      const around = this.#path[this.#depth - 1];
      if (around && this.#path[this.#depth - 2]?.isArray) around.name = `${Number(this.#number) || 0}`;
    }
    this.#member = this.#number = '';
    if (byte === COMMA) {
      this.#place++;
      this.#isName = this.#depth <= DEEPEST && this.#path.at(-1)?.isArray === false;
      return;
    }
    this.#depth = Math.max(0, this.#depth - 1);
    if (this.#depth < DEEPEST) this.#place = Number(this.#path.pop()?.name) || 0;
    this.#isName = false;
  }

  #flush(): void {
    const known = new Map<Container | undefined, string[]>();
    for (const [path, member, start, end] of this.#pending) {
      const names = known.get(path.at(-1)) ?? namesOf(path);
      known.set(path.at(-1), names);
      for (const name of [...names.slice(0, -1), `${names.at(-1)}/${member}`]) {
        const channel = this.#channels.get(name);
        if (channel) channel.pieces.push(start, end);
        else if (this.#isFull) this.untracked.push([start, end]);
        else this.#channels.set(name, { kept: NOTHING, pieces: [start, end] });
      }
    }
    this.#pending = [];
  }
}

/** The names of a choice and of its delta on a path, and of the whole path. */
function namesOf(path: readonly Container[]): string[] {
  const names = path.map(({ name }) => name);
  const levels = LEVELS.filter((level) => level <= names.length);
  return [...levels.map((level) => names.slice(0, level).join('/')), names.join('/')];
}

/** The name of a member, unescaped. */
function decoded(name: string): string {
  if (!name.includes('\\')) return name;
  try {
    return parseJson(`"${name}"`) as string;
  } catch {
    return name;
  }
}

const DATA = Buffer.from('data:');
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const LINE_END = Buffer.from('\n');
const NOTHING = Buffer.alloc(0);
const [LINE_FEED, RETURN, SPACE, QUOTE, BACKSLASH, COLON, COMMA] = [0x0a, 0x0d, 0x20, 0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];

const isLineEnd = (byte: number) => byte === LINE_FEED || byte === RETURN;

/** Whether a byte within a string is an ordinary part of it. */
const isOfString = (byte: number) => byte !== QUOTE && byte !== BACKSLASH && !isLineEnd(byte);
