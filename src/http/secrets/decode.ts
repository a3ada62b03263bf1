import { LEAST } from './forms.ts';
import { type View, ViewBuilder } from './view.ts';

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
 * The views of a text with Base64 and hex decoded, at every possible offset of a unit. Only possible ASCII counts,
 * in rows that are long enough to reveal a secret.
 */
export function decoded(view: View): View[] {
  return CODECS.flatMap((way) => decode(view, way) ?? []);
}

function decode(view: View, codec: Codec): View | undefined {
  const { layer, digits, shortest, isDigit } = codec;
  const text = Buffer.from(view.bytes.buffer, view.bytes.byteOffset, view.bytes.byteLength);
  let builder: ViewBuilder | undefined;
  for (let start = 0, end = 0; start + shortest <= text.length; start = end + 1) {
    // Backwards from the end of the shortest row: one look at other text leads beyond it.
    for (end = start + shortest - 1; end >= start && isDigit[text[end]!]; ) end--;
    if (end >= start) continue;
    for (end = start + shortest; end < text.length && isDigit[text[end]!]; ) end++;
    for (let phase = 0; phase < digits; phase++)
      takeAscii(codec, text, start + phase, end, (from, to) => {
        builder ??= new ViewBuilder(view, digits * text.length);
        builder.insert(Buffer.from(text.toString('latin1', from, to), layer), from, to, codec);
        builder.insert(ROW_END);
      });
  }
  return builder?.done(layer);
}

/** Tells the rows of ASCII among the units between two offsets. */
function takeAscii(
  { digits, shortest, values, high }: Codec,
  text: Buffer,
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
