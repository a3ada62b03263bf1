import { ALPHABETS_OF_NUMBERS } from './other-bases.ts';
import { READABLE, READS } from './readable.ts';
import { runs } from './runs.ts';
import { madeView, type View } from './view.ts';

/** Twelve bytes are as many digits of Base62; longer runs are no ids, and cost the square of their length. */
const SHORTEST = 16;
const LONGEST = 2048;
/** Digits that say what the first bytes of a number are, as far as its own are exact. */
const LEADING = 8;

interface Alphabet {
  digits: Int8Array;
  base: number;
}
/** Digits that are taken together: what they multiply by stays, with a part of 24 bits, an exact number. */
const TAKEN = 4;
/** Base36 in either case, both of Base62, and the three of Base58. */
const ALPHABETS: readonly Alphabet[] = ALPHABETS_OF_NUMBERS.slice(2)
  .flatMap((text) => (text.length === 36 ? [text, text.toUpperCase()] : [text]))
  .map((text) => {
    const digits = new Int8Array(256).fill(-1);
    for (const [value, digit] of [...text].entries()) digits[digit.charCodeAt(0)] = value;
    return { digits, base: text.length };
  });
/** By byte: in which of the alphabets it is, a bit for each. */
const WITHIN: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) =>
  ALPHABETS.reduce((bits, { digits }, i) => bits | (digits[code]! < 0 ? 0 : 1 << i), 0),
);
const PART = 2 ** 24;

/** What runs of letters and digits say that are one large number, where that can be read. */
export function numberRuns(view: View): View[] {
  const { bytes } = view;
  const views: View[] = [];
  for (const [start, end] of runs(bytes, WITHIN, SHORTEST)) {
    if (end - start > LONGEST) continue;
    let common = WITHIN[bytes[start]!]!;
    for (let at = start + 1; at < end; at++) common &= WITHIN[bytes[at]!]!;
    for (const [i, alphabet] of ALPHABETS.entries()) {
      if (((common >> i) & 1) === 0 || !mayRead(bytes, alphabet, start, end)) continue;
      const content = decoded(bytes, alphabet, start, end);
      if (reads(content)) views.push(viewOf(view, content, start, end, alphabet));
    }
  }
  return views;
}

/** What a run says. Each byte of a number is of all its digits. */
function viewOf(view: View, content: Buffer, start: number, end: number, { base }: Alphabet): View {
  const first = () => start;
  const last = () => end - 1;
  return madeView(view, content, first, last, `base${base}`);
}

/** Whether the bytes after the first, which may be a version, can be read: mostly that is seen by a few digits. */
function mayRead(bytes: Uint8Array, { digits, base }: Alphabet, start: number, end: number): boolean {
  let first = start;
  while (first < end && digits[bytes[first]!] === 0) first++;
  if (end - first < SHORTEST) return false;
  let leading = 0;
  for (let at = first; at < first + LEADING; at++) leading = leading * base + digits[bytes[at]!]!;
  const bits = Math.log2(leading) + (end - first - LEADING) * Math.log2(base);
  let rest = 2 ** (bits - 8 * Math.floor(bits / 8));
  for (let i = 0; i < 4; i++) {
    rest = (rest - Math.floor(rest)) * 256;
    if (READS[Math.floor(rest)] !== 1) return false;
  }
  return true;
}

function decoded(bytes: Uint8Array, { digits, base }: Alphabet, start: number, end: number): Buffer {
  // The lowest part first.
  const parts: number[] = [];
  for (let at = start; at < end; ) {
    let carry = 0;
    let factor = 1;
    for (let i = 0; i < TAKEN && at < end; i++, at++) {
      carry = carry * base + digits[bytes[at]!]!;
      factor *= base;
    }
    for (const [i, part] of parts.entries()) {
      const made = part * factor + carry;
      parts[i] = made % PART;
      carry = Math.floor(made / PART);
    }
    if (carry > 0) parts.push(carry);
  }
  const content = Buffer.alloc(parts.length * 3);
  for (const [i, part] of parts.entries()) content.writeUIntBE(part, content.length - 3 * (i + 1), 3);
  const from = content.findIndex((byte) => byte !== 0);
  return content.subarray(Math.max(from, 0));
}

function reads(content: Uint8Array): boolean {
  let readable = 0;
  for (const byte of content) {
    readable = READS[byte] === 1 ? readable + 1 : 0;
    if (readable >= READABLE) return true;
  }
  return false;
}
