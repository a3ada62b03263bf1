import { LEAST } from './forms.ts';
import { type View, ViewBuilder } from './view.ts';

/** An encoding of bytes by digits: a unit of digits stands for a number of bytes. */
interface Codec {
  layer: 'base64' | 'hex';
  digits: number;
  bytes: number;
  /** By character: whether it is a digit, and whether a unit of ASCII may begin with it. */
  isDigit: Uint8Array;
  isFirst: Uint8Array;
}

const codec = (layer: Codec['layer'], digits: number, bytes: number, isDigit: RegExp, isFirst: RegExp) => {
  const table = (pattern: RegExp) =>
    Uint8Array.from({ length: 256 }, (_, code) => Number(pattern.test(String.fromCharCode(code))));
  return { layer, digits, bytes, isDigit: table(isDigit), isFirst: table(isFirst) };
};
const CODECS: readonly Codec[] = [
  codec('base64', 4, 3, /[\w+/-]/, /[A-Za-f]/),
  codec('hex', 2, 1, /[\da-f]/i, /[0-7]/),
];

/**
 * The views of a text with Base64 and hex decoded, at every possible offset of a unit. Only possible ASCII counts,
 * in rows that are long enough to reveal a secret.
 */
export function decoded(view: View): View[] {
  return CODECS.flatMap((way) => decode(view, way) ?? []);
}

function decode(view: View, { layer, digits, bytes, isDigit, isFirst }: Codec): View | undefined {
  const text = Buffer.from(view.bytes.buffer, view.bytes.byteOffset, view.bytes.byteLength);
  const shortest = (LEAST / bytes) * digits;
  let builder: ViewBuilder | undefined;
  const take = (from: number, to: number) => {
    const content = Buffer.from(text.toString('latin1', from, to), layer);
    builder ??= new ViewBuilder(view, digits * text.length);
    for (let i = 0, at = from; i < content.length; i += bytes, at += digits)
      builder.insert(content.subarray(i, i + bytes), at, Math.min(at + digits, to));
    builder.insert(ROW_END);
  };
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = start;
    while (end < text.length && isDigit[text[end]!]) end++;
    if (end - start < shortest) continue;
    for (let from = start, phase = 1; phase <= digits; from = start + phase++)
      for (let at = from; at < end + digits; at += digits) {
        if (at < end && isFirst[text[at]!]) continue;
        if (at - from >= shortest) take(from, Math.min(at, end));
        from = at + digits;
      }
  }
  return builder?.done(layer);
}

const ROW_END = Buffer.from('\n');
