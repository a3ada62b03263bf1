import { ALPHABETS_32 } from './other-bases.ts';
import { READABLE, READS } from './readable.ts';
import { runs } from './runs.ts';
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
/** By byte: in which of the alphabets it is, a bit for each. */
const WITHIN: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) =>
  TABLES.reduce((bits, table, i) => bits | (table[code]! < 0 ? 0 : 1 << i), 0),
);

/** What runs of Base32 say, where it can be read. */
export function base32Runs(view: View): View[] {
  const views: View[] = [];
  for (const [start, end] of runs(view.bytes, WITHIN, SHORTEST)) runsWithin(view, start, end, views);
  return views;
}

/** The runs of each alphabet: what stands beside one may be of another. */
function runsWithin(view: View, from: number, to: number, views: View[]): void {
  const starts = new Int32Array(TABLES.length);
  let open = 0;
  for (let at = from; at <= to; at++) {
    const within = at < to ? WITHIN[view.bytes[at]!]! : 0;
    for (let changed = within ^ open; changed !== 0; changed &= changed - 1) {
      const i = 31 - Math.clz32(changed & -changed);
      if (((within >> i) & 1) === 1) starts[i] = at;
      else if (at - starts[i]! >= SHORTEST) read(view, TABLES[i]!, starts[i]!, at, views);
    }
    open = within;
  }
}

/** A run may begin within a group: at each of its eight places it is another text. */
function read(view: View, table: Int8Array, from: number, end: number, views: View[]): void {
  for (let start = from; start < from + 8; start++) {
    const byte = (at: number) => byteAt(view.bytes, table, start, end, at);
    for (const [first, last] of readable(byte, ((end - start) * 5) >> 3)) {
      const content = Uint8Array.from({ length: last - first }, (_, i) => byte(first + i));
      const place = (at: number) => start + Math.floor(((first + at) * 8) / 5);
      const endPlace = (at: number) => start + Math.floor(((first + at) * 8 + 7) / 5);
      views.push(madeView(view, content, place, endPlace, 'base32'));
    }
  }
}

/** One byte of what a run says; it is of two digits or three. */
function byteAt(bytes: Uint8Array, table: Int8Array, start: number, end: number, at: number): number {
  const bit = at * 8;
  const digit = start + Math.floor(bit / 5);
  const third = digit + 2 < end ? table[bytes[digit + 2]!]! : 0;
  const bits = (table[bytes[digit]!]! << 10) | (table[bytes[digit + 1]!]! << 5) | third;
  return (bits >> (7 - (bit % 5))) & 0xff;
}

/** Where enough bytes in a row can be read: such a stretch covers one of so many places. */
function readable(byte: (at: number) => number, size: number): [first: number, last: number][] {
  const stretches: [number, number][] = [];
  const reads = (at: number) => READS[byte(at)] === 1;
  for (let at = READABLE - 1, from = 0; at < size; at += READABLE) {
    if (reads(at)) {
      let first = at;
      while (first > from && reads(first - 1)) first--;
      let last = at + 1;
      while (last < size && reads(last)) last++;
      if (last - first >= READABLE) stretches.push([first, last]);
      at = last;
    }
    from = at + 1;
  }
  return stretches;
}
