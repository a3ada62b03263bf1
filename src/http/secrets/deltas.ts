import { type View, ViewBuilder } from './view.ts';

/**
 * What an event stream says in its deltas: the strings of each member of them in a row, choice by choice. Empty for any
 * other text.
 */
export function joinedDeltas(view: View): View[] {
  const { buffer, byteOffset, byteLength } = view.bytes;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  if (!isEventStream(bytes)) return [];
  const text = bytes.toString('latin1');
  const groups = new Map<string, number[]>();
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const next = end < 0 ? text.length : end + 1;
    if (text.startsWith('data:', at)) new DeltaReader(groups).read(text.slice(at, next), at);
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

/** A string, with the number that it may name, or a bracket. It fits whatever a quote begins, so that nothing is read twice. */
const PARTS = /"((?:[^"\\]+|\\[\s\S]?)*)(?:"|$)(?:\s{0,9}(:)\s{0,9}(\d{0,9}))?|[[\]{}]/g;

/** Reads the JSON of one event, and adds the strings of its deltas to the groups. */
class DeltaReader {
  readonly #groups: Map<string, number[]>;
  #depth = 0;
  /** The depth within a delta, and within the choice that it belongs to; 0 outside. */
  #within = 0;
  #choiceDepth = 0;
  #choice = '';
  #call = '';
  /** Strings of a choice whose index may come after its delta. */
  #pending: [member: string, start: number, end: number][] = [];

  constructor(groups: Map<string, number[]>) {
    this.#groups = groups;
  }

  /** @param offset of the line in the text: the groups hold offsets of the text. */
  read(line: string, offset: number): void {
    let member = '';
    for (const { 0: part, 1: said, 2: colon, 3: number, index } of line.matchAll(PARTS)) {
      if (said === undefined) this.#bracket(part);
      else if (colon === undefined) {
        const start = offset + index + 1;
        if (this.#within > 0) this.#pending.push([`${this.#call} ${member}`, start, start + said.length]);
      } else {
        member = said;
        if (member === 'delta') [this.#choiceDepth, this.#within] = [this.#depth, this.#depth + 1];
        else if (member === 'index' && this.#within > 0) this.#call = number!;
        else if (member === 'index') this.#choice = number!;
      }
    }
    this.#flush();
  }

  #bracket(part: string): void {
    this.#depth += part === '{' || part === '[' ? 1 : -1;
    if (this.#depth < this.#within && part === '}') this.#within = 0;
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
