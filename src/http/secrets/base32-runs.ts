import { READABLE, READS } from './codes.ts';
import { ALPHABETS_32 } from './other-bases.ts';
import { madeView, type View } from './view.ts';

/** Shorter runs say fewer than twelve characters. */
const SHORTEST = 20;
/** Alphabets in which another encoding may lie: both of RFC 4648 and that of Crockford, each in either case, and z-base-32. */
const ALPHABETS = ALPHABETS_32.slice(0, 4);
const TABLES = [...new Set(ALPHABETS.flatMap((digits) => [digits, digits.toLowerCase()]))].map((digits) => {
  const table = new Int8Array(256).fill(-1);
  for (const [value, digit] of [...digits].entries()) table[digit.charCodeAt(0)] = value;
  return table;
});
/** Whether a byte is in any of them. */
const WITHIN: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) =>
  Number(TABLES.some((table) => table[code]! >= 0)),
);

/** What runs of Base32 say, where it can be read. */
export function base32Runs(view: View): View[] {
  const { bytes } = view;
  const { length } = bytes;
  const views: View[] = [];
  // A run covers one of every so many places: most of a text of words is never looked at.
  for (let at = 0, probe = SHORTEST - 1; probe < length; probe = at + SHORTEST - 1) {
    let start = probe;
    while (start >= at && WITHIN[bytes[start]!] !== 0) start--;
    if (start >= at) {
      at = start + 1;
      continue;
    }
    let end = at + SHORTEST;
    while (end < length && WITHIN[bytes[end]!] !== 0) end++;
    for (const table of TABLES) runsWithin(view, table, at, end, views);
    at = end + 1;
  }
  return views;
}

/** What follows a run may be of another alphabet only. */
function runsWithin(view: View, table: Int8Array, from: number, to: number, views: View[]): void {
  let start = from;
  for (let at = from; at <= to; at++) {
    if (at < to && table[view.bytes[at]!]! >= 0) continue;
    if (at - start >= SHORTEST) read(view, table, start, at, views);
    start = at + 1;
  }
}

/** A run may begin within a group: at each of its eight places it is another text. */
function read(view: View, table: Int8Array, from: number, end: number, views: View[]): void {
  for (let start = from; start < from + 8; start++) {
    const content = decoded(view.bytes, table, start, end);
    for (const [first, last] of readable(content)) {
      const place = (at: number) => start + Math.floor(((first + at) * 8) / 5);
      const end = (at: number) => start + Math.floor(((first + at) * 8 + 7) / 5);
      views.push(madeView(view, content.subarray(first, last), place, end, 'base32'));
    }
  }
}

function decoded(bytes: Uint8Array, table: Int8Array, start: number, end: number): Uint8Array {
  const content = new Uint8Array(((end - start) * 5) >> 3);
  let size = 0;
  let bits = 0;
  let held = 0;
  for (let at = start; at < end; at++) {
    held = ((held << 5) | table[bytes[at]!]!) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    content[size++] = (held >> bits) & 0xff;
  }
  return content;
}

/** Where enough bytes in a row can be read. */
function readable(content: Uint8Array): [first: number, last: number][] {
  const stretches: [number, number][] = [];
  let first = 0;
  for (let at = 0; at <= content.length; at++) {
    if (at < content.length && READS[content[at]!] === 1) continue;
    if (at - first >= READABLE) stretches.push([first, at]);
    first = at + 1;
  }
  return stretches;
}
