import { isCompressed } from './compressed.ts';
import { type View, ViewMaker } from './view.ts';

const BASE64 = 1;
const HEX = 2;
/** Line ends stand within a wrapped text. */
const BREAK = 4;
const KIND: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (code === 0x0a || code === 0x0d) return BREAK;
  return (/[A-Za-z0-9+/_-]/.test(character) ? BASE64 : 0) | (/[0-9A-Fa-f]/.test(character) ? HEX : 0);
});
const DIGIT: Int16Array = Int16Array.from({ length: 256 }, (_, code) => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const character = String.fromCharCode(code).replace('-', '+').replace('_', '/');
  return alphabet.indexOf(character);
});

/** Shorter runs hold no secret in two layers: twelve characters make sixteen in Base64, and those twenty-two. */
const SHORTEST_RUN = 16;
const SHORTEST_HEX = 24;
const READS: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) =>
  Number((code >= 0x20 && code < 0x7f) || code === 0x0a || code === 0x0d || code === 0x09),
);
/** So many characters in a row that a person could read show that something was encoded. */
const READABLE = 12;

/** A line of wrapped text is longer than this. */
const WRAPPED = 32;

/** What runs of Base64 and of hexadecimal digits say, where it is something that can be read or unpacked. */
export function decodedRuns(view: View): View[] {
  const { bytes } = view;
  const views: View[] = [];
  for (let at = 0; at < bytes.length; ) {
    if ((KIND[bytes[at]!]! & BASE64) === 0) {
      at++;
      continue;
    }
    const start = at;
    let digits = at;
    let line = start;
    let broken = false;
    for (; at < bytes.length; at++) {
      const kind = KIND[bytes[at]!]!;
      if (kind === 0) break;
      if (kind !== BREAK) {
        if ((kind & HEX) !== 0) continue;
        // Digits may stand right beside letters.
        if (at - digits >= SHORTEST_HEX) readHex(view, runFrom(bytes, digits, at), views);
        digits = at + 1;
      } else if (at === line) line = at + 1;
      else if (at - line < WRAPPED) break;
      else {
        broken = true;
        line = at + 1;
      }
    }
    if (at - digits >= SHORTEST_HEX) readHex(view, runFrom(bytes, digits, at), views);
    if (at - start < SHORTEST_RUN) continue;
    readBase64(view, broken ? runFrom(bytes, start, at) : { bytes, start, end: at, place: (i) => i }, views);
  }
  return views;
}

/** A stretch of characters of an alphabet; `place` tells where each of them stands in the view. */
interface Run {
  bytes: Uint8Array;
  start: number;
  end: number;
  place(at: number): number;
}

/** A run without the line ends in it. */
function runFrom(bytes: Uint8Array, start: number, end: number): Run {
  const places: number[] = [];
  for (let at = start; at < end; at++) if ((KIND[bytes[at]!]! & BASE64) !== 0) places.push(at);
  const run = Uint8Array.from(places, (at) => bytes[at]!);
  return { bytes: run, start: 0, end: run.length, place: (i) => places[i]! };
}

function readBase64(view: View, { bytes, start, end, place }: Run, views: View[]): void {
  for (let shift = 0; shift < 4; shift++) {
    if (!readableBase64(bytes, start + shift, end)) continue;
    const maker = new ViewMaker(view, end - start);
    for (let at = start + shift; at + 1 < end; at++) {
      const turn = (at - start - shift) & 3;
      if (turn === 3) continue;
      const bits = (DIGIT[bytes[at]!]! << 6) | DIGIT[bytes[at + 1]!]!;
      maker.add((bits >> (4 - 2 * turn)) & 0xff, place(at), place(at + 1));
    }
    views.push(maker.done('base64'));
  }
}

function readHex(view: View, { bytes, start, end, place }: Run, views: View[]): void {
  for (let shift = 0; shift < 2; shift++) {
    if (!readableHex(bytes, start + shift, end)) continue;
    const maker = new ViewMaker(view, (end - start) >> 1);
    for (let at = start + shift; at + 1 < end; at += 2)
      maker.add(hexByte(bytes, at), place(at), place(at + 1));
    views.push(maker.done('hex'));
  }
}

/** Whether the run, read from here on, has enough readable characters in a row, or begins with something packed. */
function readableBase64(bytes: Uint8Array, start: number, end: number): boolean {
  let readable = 0;
  for (let at = start; at + 3 < end; at += 4) {
    const group =
      (DIGIT[bytes[at]!]! << 18) |
      (DIGIT[bytes[at + 1]!]! << 12) |
      (DIGIT[bytes[at + 2]!]! << 6) |
      DIGIT[bytes[at + 3]!]!;
    if (at === start && isCompressed(group >> 16, (group >> 8) & 0xff, group & 0xff, 0xfd)) return true;
    if (READS[group & 0xff] === 0) readable = 0;
    else if (READS[(group >> 8) & 0xff] === 0) readable = 1;
    else if (READS[group >> 16] === 0) readable = 2;
    else readable += 3;
    if (readable >= READABLE - 2) return true;
  }
  return false;
}

function readableHex(bytes: Uint8Array, start: number, end: number): boolean {
  let readable = 0;
  for (let at = start; at + 1 < end; at += 2) {
    readable = READS[hexByte(bytes, at)] === 1 ? readable + 1 : 0;
    if (readable >= READABLE) return true;
  }
  if (end - start < 32) return false;
  return isCompressed(hexByte(bytes, start), hexByte(bytes, start + 2), hexByte(bytes, start + 4), 0xfd);
}

function hexByte(run: Uint8Array, at: number): number {
  return (hexValue(run[at]!) << 4) | hexValue(run[at + 1]!);
}

function hexValue(digit: number): number {
  return digit < 0x3a ? digit - 0x30 : (digit | 0x20) - 0x57;
}
