import { ALPHABETS_85 } from './other-bases.ts';
import { READS } from './readable.ts';
import { madeView, type View } from './view.ts';

/** Five digits make four bytes; so many groups in a row that can be read show that something was encoded. */
const GROUP = 5;
const FEWEST = 3;
const SHORTEST = GROUP * FEWEST;
const TOP = 85 ** 4;

interface Alphabet {
  /** The value of each digit, -1 of what is none. */
  digits: Int8Array;
  /** Whether a group that begins with this one may be four characters that can be read. */
  begins: Uint8Array;
}
const ALPHABETS: readonly Alphabet[] = ALPHABETS_85.map((text) => {
  const digits = new Int8Array(256).fill(-1);
  for (const [value, digit] of [...text].entries()) digits[digit.charCodeAt(0)] = value;
  const begins = Uint8Array.from(digits, (value) =>
    Number(value >= 0 && (value + 1) * TOP > 0x20000000 && value * TOP < 0x7f000000),
  );
  return { digits, begins };
});

/** By byte: of which alphabets such a group may begin with it, a bit for each. */
const BEGINS: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) =>
  ALPHABETS.reduce((bits, { begins }, i) => bits | (begins[code]! << i), 0),
);

/** In which of them it is a digit. */
const WITHIN: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) =>
  ALPHABETS.reduce((bits, { digits }, i) => bits | (digits[code]! < 0 ? 0 : 1 << i), 0),
);

/** What runs of Base85 say, where it can be read: as Ascii85, Git and ZeroMQ write it. */
export function base85Runs(view: View): View[] {
  const { bytes } = view;
  const last = bytes.length - GROUP;
  const views: View[] = [];
  let passed: Int32Array | undefined;
  // So many groups in a row cover one of every third, wherever the first of them begins.
  for (let block = 0; block <= last; block += SHORTEST) {
    const end = Math.min(block + GROUP - 1, last);
    for (let at = block; at <= end; at++) {
      const begun = BEGINS[bytes[at]!]! & WITHIN[bytes[at + 1]!]! & WITHIN[bytes[at + 2]!]!;
      const kinds = begun & WITHIN[bytes[at + 3]!]! & WITHIN[bytes[at + 4]!]!;
      if (kinds === 0) continue;
      for (let kind = 0; kind < ALPHABETS.length; kind++) {
        if (((kinds >> kind) & 1) === 0 || !reads(bytes, ALPHABETS[kind]!.digits, at)) continue;
        passed ??= new Int32Array(GROUP * ALPHABETS.length);
        const way = kind * GROUP + (at % GROUP);
        if (at >= passed[way]!) passed[way] = stretch(view, ALPHABETS[kind]!.digits, at, views);
      }
    }
  }
  return views;
}

/** Takes the stretch of groups around one that reads; tells where it ends. */
function stretch(view: View, digits: Int8Array, at: number, views: View[]): number {
  const { bytes } = view;
  let start = at;
  while (start >= GROUP && reads(bytes, digits, start - GROUP)) start -= GROUP;
  let end = at + GROUP;
  while (end + GROUP <= bytes.length && reads(bytes, digits, end)) end += GROUP;
  if (end - start >= SHORTEST) views.push(viewOf(view, digits, start, end));
  return end;
}

/** Whether these five digits are four characters that can be read. */
function reads(bytes: Uint8Array, digits: Int8Array, at: number): boolean {
  const first = digits[bytes[at]!]! * 85 + digits[bytes[at + 1]!]!;
  const third = digits[bytes[at + 2]!]!;
  const fourth = digits[bytes[at + 3]!]!;
  const fifth = digits[bytes[at + 4]!]!;
  if ((digits[bytes[at]!]! | digits[bytes[at + 1]!]! | third | fourth | fifth) < 0) return false;
  return readable(((first * 85 + third) * 85 + fourth) * 85 + fifth);
}

function groupAt(bytes: Uint8Array, digits: Int8Array, at: number): number {
  let number = 0;
  for (let i = at; i < at + GROUP; i++) number = number * 85 + digits[bytes[i]!]!;
  return number;
}

function readable(number: number): boolean {
  if (number >= 2 ** 32) return false;
  const top = READS[number >>> 24]! & READS[(number >>> 16) & 0xff]!;
  return (top & READS[(number >>> 8) & 0xff]! & READS[number & 0xff]!) === 1;
}

function viewOf(view: View, digits: Int8Array, start: number, end: number): View {
  const content = Buffer.alloc(((end - start) / GROUP) * 4);
  for (let at = start, to = 0; at < end; at += GROUP, to += 4)
    content.writeUInt32BE(groupAt(view.bytes, digits, at), to);
  const group = (at: number) => start + GROUP * (at >> 2);
  return madeView(view, content, group, (at) => group(at) + GROUP - 1, 'base85');
}
