import { LEAST } from './forms.ts';
import type { View, ViewBuilder } from './view.ts';

/** An encoding of bytes by digits: a unit of digits stands for a number of bytes. */
interface Codec {
  layer: 'base64' | 'hex';
  digits: number;
  bytes: number;
  /** Digits of the shortest row that gives a secret away. */
  shortest: number;
  /** By character, of a digit: its value. */
  values: Uint8Array;
  isDigit: Uint8Array;
  /** The bits of each of the first three digits of a unit that are the highest of a byte: ASCII sets none. */
  high: readonly [number, number, number];
}

const codec = (unit: Pick<Codec, 'layer' | 'digits' | 'bytes' | 'high'>, alphabets: string[]): Codec => {
  const [values, isDigit] = [new Uint8Array(256), new Uint8Array(256)];
  for (const alphabet of alphabets)
    for (const [value, digit] of [...alphabet].entries()) {
      values[digit.charCodeAt(0)] = value;
      isDigit[digit.charCodeAt(0)] = 1;
    }
  return { ...unit, shortest: (LEAST / unit.bytes) * unit.digits, values, isDigit };
};
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const CODECS: readonly Codec[] = [
  codec({ layer: 'base64', digits: 4, bytes: 3, high: [32, 8, 2] }, [`${LETTERS}+/`, `${LETTERS}-_`]),
  codec({ layer: 'hex', digits: 2, bytes: 1, high: [8, 0, 0] }, ['0123456789abcdef', '0123456789ABCDEF']),
];

/**
 * The views of a text with Base64 and hex decoded, at every possible offset of a unit; each takes the memory of the
 * one before it. Only possible ASCII counts, in rows that are long enough to reveal a secret.
 */
export function* decoded(view: View, builder: ViewBuilder): Generator<View> {
  for (const way of CODECS) {
    builder.begin(view);
    if (decode(view.bytes, way, builder)) yield builder.done(way.layer);
  }
}

/** Puts the rows of a text decoded; whether there are any. */
function decode(text: Uint8Array, codec: Codec, builder: ViewBuilder): boolean {
  const { digits, shortest, isDigit } = codec;
  let isFound = false;
  for (let start = 0, end = 0; start + shortest <= text.length; start = end + 1) {
    // Backwards from the end of the shortest row: one look at other text leads beyond it.
    for (end = start + shortest - 1; end >= start && isDigit[text[end]!]; ) end--;
    if (end >= start) continue;
    for (end = start + shortest; end < text.length && isDigit[text[end]!]; ) end++;
    for (let phase = 0; phase < digits; phase++)
      takeAscii(codec, text, start + phase, end, (from, to) => {
        isFound = true;
        for (let at = from; at < to; at += digits)
          decodeUnit(codec, text, at, Math.min(at + digits, to), builder);
        builder.insert(ROW_END);
      });
  }
  return isFound;
}

/** Puts the bytes of a unit; fewer if it lacks digits. */
function decodeUnit(
  { digits, bytes, values }: Codec,
  text: Uint8Array,
  from: number,
  to: number,
  builder: ViewBuilder,
) {
  const bits = (8 * bytes) / digits;
  let value = 0;
  for (let at = from; at < from + digits; at++) value = (value << bits) | (at < to ? values[text[at]!]! : 0);
  for (let left = bytes; 8 * (bytes - left + 1) <= bits * (to - from); left--)
    builder.put((value >> (8 * (left - 1))) & 0xff, from, to);
}

/** Tells the rows of ASCII among the units between two offsets. */
function takeAscii(
  { digits, shortest, values, high }: Codec,
  text: Uint8Array,
  start: number,
  end: number,
  take: (from: number, to: number) => void,
): void {
  const isAscii = (at: number) =>
    (values[text[at]!]! & high[0]) === 0 &&
    (values[text[at + 1]!]! & high[1]) === 0 &&
    (values[text[at + 2]!]! & high[2]) === 0;
  for (let from = start; from + shortest <= end; ) {
    // Backwards from the end of the shortest row: one look at noise leads beyond it.
    let at = from + shortest - digits;
    while (at >= from && isAscii(at)) at -= digits;
    if (at < from) {
      for (at = from + shortest; at < end && isAscii(at); ) at += digits;
      // The last unit may hold the end of a secret.
      take(from, Math.min(at + digits, end));
    }
    from = at + digits;
  }
}

const ROW_END = Buffer.from('\n');
