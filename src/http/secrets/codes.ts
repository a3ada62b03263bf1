import { isPackedCode } from './compressed.ts';
import { hexByte, READABLE, READS } from './readable.ts';
import { runs } from './runs.ts';
import { unshielded } from './shielded.ts';
import { ENOUGH } from './unmarked.ts';
import { madeView, type View } from './view.ts';

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
/** What hexadecimal digits without any letter can stand for: such digits again, and escapes. */
const HEXADECIMAL: Uint8Array = KIND.map((kind, code) =>
  Number((kind & HEX) !== 0 || code === 0 || '%&#xXuU'.includes(String.fromCharCode(code))),
);
const HYPHEN = 0x2d;
const LINE_FEED = 0x0a;

/** A line of wrapped text is longer than this. */
const WRAPPED = 32;

/** What runs of Base64 and of hexadecimal digits say, where it is something that can be read or unpacked. */
export function decodedRuns(view: View): View[] {
  const views: View[] = [];
  for (const [start, end] of runs(view.bytes, KIND, SHORTEST_RUN)) runsWithin(view, start, end, views);
  return views;
}

/** The runs of a stretch that has nothing but their characters and line ends. */
function runsWithin(view: View, from: number, to: number, views: View[]): void {
  const { bytes } = view;
  for (let at = from; at < to; ) {
    if ((KIND[bytes[at]!]! & BASE64) === 0) {
      at++;
      continue;
    }
    const start = at;
    let digits = at;
    let line = start;
    let broken = false;
    // UUIDs and digests are full of hexadecimal digits alone: no text in Base64 is.
    let mixed = false;
    for (; at < to; at++) {
      const kind = KIND[bytes[at]!]!;
      if (kind !== BREAK) {
        if ((kind & HEX) !== 0) continue;
        // Digits may stand right beside letters.
        if (at - digits >= SHORTEST_HEX) readHex(view, runFrom(bytes, digits, at, broken), views);
        digits = at + 1;
        mixed ||= bytes[at] !== HYPHEN;
      } else if (at === line) {
        // A blank line ends what is wrapped.
        if (
          bytes[at] === LINE_FEED &&
          at > start &&
          (bytes[at - 1] === LINE_FEED || bytes[at - 2] === LINE_FEED)
        )
          break;
        line = at + 1;
      } else if (at - line < WRAPPED) break;
      else {
        broken = true;
        line = at + 1;
      }
    }
    if (at - digits >= SHORTEST_HEX) readHex(view, runFrom(bytes, digits, at, broken), views);
    if (!mixed || at - start < SHORTEST_RUN) continue;
    readBase64(view, runFrom(bytes, start, at, broken), views);
  }
}

/** A stretch of characters of an alphabet; `place` tells where each of them stands in the view. */
interface Run {
  bytes: Uint8Array;
  start: number;
  end: number;
  place(at: number): number;
}

/** A run without the line ends in it, if there are any. */
function runFrom(bytes: Uint8Array, start: number, end: number, broken: boolean): Run {
  if (!broken) return { bytes, start, end, place: (at) => at };
  const places = new Int32Array(end - start);
  const run = new Uint8Array(end - start);
  let size = 0;
  for (let at = start; at < end; at++) {
    if ((KIND[bytes[at]!]! & BASE64) === 0) continue;
    run[size] = bytes[at]!;
    places[size++] = at;
  }
  return { bytes: run, start: 0, end: size, place: (at) => places[at]! };
}

function readBase64(view: View, run: Run, views: View[]): void {
  const { bytes, start: first, end: last } = run;
  if (isPackedCode(base64Bytes(bytes, first, Math.min(last, first + Math.ceil((ENOUGH * 4) / 3))))) {
    views.push(base64View(view, run, first, last));
    return;
  }
  for (let shift = 0; shift < 4; shift++) {
    for (const { start, end } of readableBase64(run.bytes, run.start + shift, run.end)) {
      views.push(base64View(view, run, start, end));
    }
  }
}

function base64View(view: View, { bytes, place }: Run, from: number, end: number): View {
  const first = (at: number) => place(from + 4 * Math.floor(at / 3) + (at % 3));
  const last = (at: number) => place(from + 4 * Math.floor(at / 3) + (at % 3) + 1);
  return madeView(view, base64Bytes(bytes, from, end), first, last, 'base64');
}

function base64Bytes(bytes: Uint8Array, from: number, end: number): Uint8Array {
  const size = Math.floor(((end - from) * 3) / 4);
  const content = new Uint8Array(size);
  for (let to = 0, at = from; to < size; at++) {
    const turn = (at - from) & 3;
    if (turn === 3) continue;
    const bits = (DIGIT[bytes[at]!]! << 6) | DIGIT[bytes[at + 1]!]!;
    content[to++] = bits >> (4 - 2 * turn);
  }
  return content;
}

function readHex(view: View, { bytes, start, end, place }: Run, views: View[]): void {
  for (let shift = 0; shift < 2; shift++) {
    const from = start + shift;
    if (!readableHex(bytes, from, end)) continue;
    const content = new Uint8Array((end - from) >> 1);
    for (let to = 0; to < content.length; to++) content[to] = hexByte(bytes, from + 2 * to);
    views.push(
      madeView(
        view,
        content,
        (at) => place(from + 2 * at),
        (at) => place(from + 2 * at + 1),
        'hex',
      ),
    );
  }
  const shielded = unshielded(bytes, start, end);
  if (!shielded) return;
  const first = (at: number) => place(start + 2 * at + 2);
  views.push(madeView(view, shielded, first, (at) => place(start + 2 * at + 3), 'hex'));
}

interface Stretch {
  start: number;
  end: number;
}

/**
 * Where a run, read from here on, has enough readable characters in a row: all of it when most of it
 * reads. In a long run of words some letters read by chance, and the rest is not worth a look.
 */
function readableBase64(bytes: Uint8Array, start: number, end: number): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let readable = 0;
  let covered = 0;
  let since = start;
  const close = (at: number) => {
    if (readable < READABLE - 2) return;
    stretches.push({ start: since, end: Math.min(at, end) });
    covered += at - since;
  };
  for (let at = start; at + 3 < end; at += 4) {
    const group =
      (DIGIT[bytes[at]!]! << 18) |
      (DIGIT[bytes[at + 1]!]! << 12) |
      (DIGIT[bytes[at + 2]!]! << 6) |
      DIGIT[bytes[at + 3]!]!;
    const third = READS[group & 0xff]!;
    const second = READS[(group >> 8) & 0xff]!;
    const first = READS[group >> 16]!;
    if (first + second + third === 3) {
      readable += 3;
      continue;
    }
    // Characters of this group that go on with what came before, and those that begin anew.
    readable += first === 0 ? 0 : 1 + second;
    close(at + 4);
    readable = third === 0 ? 0 : 1 + second;
    since = at;
    if (readable + (end - at - 4) < READABLE - 2) break;
  }
  close(end);
  return covered * 2 >= end - start && covered > 0 ? [{ start, end }] : stretches;
}

function readableHex(bytes: Uint8Array, start: number, end: number): boolean {
  let letter = start;
  while (letter < end && bytes[letter]! < 0x3a) letter++;
  // Digits alone are numbers, or hexadecimal of hexadecimal or of escapes; of the key itself it is found as it is.
  const wanted = letter < end ? READS : HEXADECIMAL;
  let readable = 0;
  for (let at = start; at + 1 < end; at += 2) {
    readable = wanted[hexByte(bytes, at)] === 1 ? readable + 1 : 0;
    if (readable >= READABLE) return true;
  }
  const count = Math.min(ENOUGH, (end - start) >> 1);
  return isPackedCode(Uint8Array.from({ length: count }, (_, i) => hexByte(bytes, start + 2 * i)));
}
