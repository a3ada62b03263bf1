import { type View, ViewBuilder } from './view.ts';

const [QUOTE, COLON, BACKSLASH, LINE_FEED] = [0x22, 0x3a, 0x5c, 0x0a];
const OPENS = [0x7b, 0x5b];
const CLOSES = [0x7d, 0x5d];

/**
 * What an event stream says in its deltas: the strings of each member of them in a row, choice by choice. Empty for any
 * other text.
 */
export function joinedDeltas(view: View): View[] {
  const { buffer, byteOffset, byteLength } = view.bytes;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  if (!isEventStream(bytes)) return [];
  const groups = new Map<string, number[]>();
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, at);
    const next = end < 0 ? bytes.length : end + 1;
    if (bytes.toString('latin1', at, at + 5) === 'data:') new DeltaReader(bytes, groups).read(at + 5, next);
    at = next;
  }
  return [...groups.values()].filter((pieces) => pieces.length > 2).map((pieces) => joined(view, pieces));
}

/** A field or a comment begins its first line that is not empty. */
function isEventStream(bytes: Buffer): boolean {
  const begin = bytes.subarray(0, 64).findIndex((byte) => byte > 0x20 && byte < 0x80);
  return begin >= 0 && /^(?:data|event|id|retry)?:/.test(bytes.toString('latin1', begin, begin + 6));
}

function joined(view: View, pieces: readonly number[]): View {
  const builder = new ViewBuilder(view);
  for (let i = 0; i < pieces.length; i += 2) builder.copy(pieces[i]!, pieces[i + 1]!);
  return builder.done('split');
}

/** Reads the JSON of one event, and adds the strings of its deltas to the groups. */
class DeltaReader {
  readonly #bytes: Buffer;
  readonly #groups: Map<string, number[]>;
  #depth = 0;
  /** The depth within a delta, and within the choice that it belongs to; 0 outside. */
  #within = 0;
  #choiceDepth = 0;
  #choice = '';
  #call = '';
  /** Strings of a choice whose index may come after its delta. */
  #pending: [member: string, start: number, end: number][] = [];

  constructor(bytes: Buffer, groups: Map<string, number[]>) {
    this.#bytes = bytes;
    this.#groups = groups;
  }

  read(from: number, to: number): void {
    let member = '';
    for (let at = from; at < to; at++) {
      const byte = this.#bytes[at]!;
      if (OPENS.includes(byte)) this.#depth++;
      else if (CLOSES.includes(byte)) this.#close();
      if (byte !== QUOTE) continue;
      const start = at + 1;
      at = endOfString(this.#bytes, start, to);
      const after = nextVisible(this.#bytes, at + 1);
      if (this.#bytes[after] !== COLON) {
        if (this.#within > 0) this.#pending.push([`${this.#call} ${member}`, start, at]);
        continue;
      }
      member = this.#bytes.toString('latin1', start, at);
      at = after;
      if (member === 'delta') [this.#choiceDepth, this.#within] = [this.#depth, this.#depth + 1];
      else if (member === 'index') this.#index(nextVisible(this.#bytes, after + 1));
    }
    this.#flush();
  }

  #index(at: number): void {
    const index = /^\d+/.exec(this.#bytes.toString('latin1', at, at + 9))?.[0] ?? '';
    if (this.#within > 0) this.#call = index;
    else this.#choice = index;
  }

  #close(): void {
    this.#depth--;
    if (this.#depth < this.#within) this.#within = 0;
    if (this.#depth < this.#choiceDepth) this.#flush();
  }

  #flush(): void {
    for (const [member, start, end] of this.#pending) {
      const name = `${this.#choice} ${member}`;
      const pieces = this.#groups.get(name);
      if (pieces) pieces.push(start, end);
      else this.#groups.set(name, [start, end]);
    }
    this.#pending = [];
    this.#choiceDepth = 0;
    this.#choice = '';
    this.#call = '';
  }
}

function endOfString(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] !== QUOTE && bytes[at] !== LINE_FEED) at += bytes[at] === BACKSLASH ? 2 : 1;
  return Math.min(at, to);
}

function nextVisible(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at]! <= 0x20) at++;
  return at;
}
