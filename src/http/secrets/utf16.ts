import { madeView, type View } from './view.ts';

/** Of so many bytes one, at least, is NUL where UTF-16 writes a text with ASCII in it, and where it is mostly that. */
const FEWEST = 16;
const MOSTLY = 3;

/** A text in UTF-16, or UTF-32, of either order, in UTF-8. Empty where it is none. */
export function narrowed(view: View): View[] {
  const { bytes } = view;
  const nuls = [0, 0];
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) nuls[at & 1]!++;
  const all = nuls[0]! + nuls[1]!;
  if (all * FEWEST < bytes.length) return [];
  // In UTF-32, and where texts of several kinds stand together, both places have NULs.
  const isMixed = nuls[0]! * 8 > all && nuls[1]! * 8 > all;
  if (isMixed) return all * MOSTLY < bytes.length ? [] : [withoutNul(view, bytes.length - all)];
  return [inUtf8(view, nuls[0]! > nuls[1]! ? 1 : 0)];
}

function withoutNul(view: View, size: number): View {
  const { bytes } = view;
  const places = new Int32Array(size);
  let to = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] !== 0) places[to++] = at;
  const place = (at: number) => places[at]!;
  const content = Uint8Array.from(places, (at) => bytes[at]!);
  return madeView(view, content, place, place, 'utf-16');
}

/** The characters of UTF-16 of which the low byte stands first (0) or second (1). */
function inUtf8(view: View, low: 0 | 1): View {
  const { bytes } = view;
  const content = new Uint8Array(bytes.length * 2);
  const places = new Int32Array(bytes.length * 2);
  let to = 0;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const unit = bytes[at + low]! | (bytes[at + 1 - low]! << 8);
    const next = (bytes[at + 2 + low] ?? 0) | ((bytes[at + 3 - low] ?? 0) << 8);
    const isPair = unit >= 0xd800 && unit < 0xdc00 && next >= 0xdc00 && next < 0xe000;
    const point = isPair ? 0x10000 + ((unit - 0xd800) << 10) + next - 0xdc00 : unit;
    for (const byte of utf8(point)) {
      // Of a letter of ASCII its own byte alone, so that what is hidden stays UTF-16.
      places[to] = point < 0x80 ? at + low : at;
      content[to++] = byte;
    }
    if (isPair) at += 2;
  }
  const first = (at: number) => places[at]!;
  const last = (at: number) => places[at]! + (content[at]! >= 0xf0 ? 3 : content[at]! >= 0x80 ? 1 : 0);
  return madeView(view, content.subarray(0, to), first, last, 'utf-16');
}

function utf8(point: number): readonly number[] {
  if (point < 0x80) return [point];
  if (point < 0x800) return [0xc0 | (point >> 6), 0x80 | (point & 0x3f)];
  const tail = [0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f)];
  if (point < 0x10000) return [0xe0 | (point >> 12), ...tail];
  return [0xf0 | (point >> 18), 0x80 | ((point >> 12) & 0x3f), ...tail];
}
