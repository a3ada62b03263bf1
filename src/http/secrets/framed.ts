import { FEWEST_COUNTED, withoutCounters } from './counters.ts';
import { LOOK_ALIKES } from './look-alikes.ts';
import { LONGEST_LIST, together } from './pieces.ts';
import type { View } from './view.ts';
import { IN_WORD, LETTER, NUMBER, type Words, wordsOf } from './words.ts';

const SHORTEST = 48;
/** So often, at least, stands a frame around pieces of a text. */
const FEWEST_FRAMES = 6;

/**
 * What a text says in pieces between words that come again and again, and counters: `[0] => s`, `k[]=s&k[]=k`, `0: s`,
 * `chr(0x73).chr(0x6b)`, `a then b then c`. The pieces as one text; in JSON of each longer string. Empty where no word comes so often.
 */
export function framedPieces(view: View): View[] {
  const { bytes } = view;
  if (bytes.length < SHORTEST || bytes.length > LONGEST_LIST || !repeats(bytes)) return [];
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  // What was JSON still is where letters alone were put in the place of others; elsewhere quotes end no string any more.
  const isJson = view.layers.every((layer) => layer === LOOK_ALIKES) && JSON_BEGINS.test(text);
  const stretches = isJson ? stringsOf(text) : [[0, bytes.length] as const];
  return stretches.flatMap(([from, to]) => pieces(bytes, from, to).map((kept) => together(view, kept)));
}

const JSON_BEGINS = /^\s*(?:\{|\[\s*["[{\d\]-])/;

/** For words, by a hash: how often each came in the text that is looked at. */
const counts = new Uint8Array(256);

/** Whether some word may come often enough, or numbers count: most texts are known by this to hold no frames. */
function repeats(bytes: Uint8Array): boolean {
  counts.fill(0);
  let hash = 0;
  let number = 0;
  let next = -1;
  let counted = 0;
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const kind = IN_WORD[byte]!;
    // Counters are all different: their digits are no part of a name.
    if (kind === NUMBER) {
      if (hash === 0) number = 0;
      number = (number * 10 + byte - 0x30) | 0;
      hash ||= ONLY_DIGITS;
    } else if (kind === LETTER) hash = (Math.imul(hash, 31) + byte) & 0xff;
    else if (hash !== 0) {
      if (hash === ONLY_DIGITS) {
        if (number === next) counted++;
        if (number === next || counted === 0) next = number + 1;
        if (counted === FEWEST_COUNTED - 1) return true;
        hash = number & 0xff;
      }
      if (++counts[hash]! >= FEWEST_FRAMES) return true;
      hash = 0;
    }
  }
  return false;
}
const ONLY_DIGITS = 1;

function stringsOf(text: string): (readonly [from: number, to: number])[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.){48,})"/g)].map(
    ({ 1: string, index }) => [index + 1, index + 1 + string!.length] as const,
  );
}

/**
 * The words of a stretch that are neither frames nor counters, as starts and ends; empty where there are no frames. What comes often is
 * one when it comes half as often as anything does, or else where other words of the text come more often, however often that is.
 */
function pieces(bytes: Uint8Array, from: number, to: number): number[][] {
  const words = wordsOf(bytes, from, to);
  const most = words.often.reduce((a, b) => Math.max(a, b), 0);
  const bounds = new Set([Math.max(FEWEST_FRAMES, Math.ceil(most / 2)), FEWEST_FRAMES]);
  return [...bounds].flatMap((least) => {
    const kept = piecesBelow(bytes, words, least);
    return kept ? [kept] : [];
  });
}

function piecesBelow(bytes: Uint8Array, words: Words, least: number): number[] | undefined {
  const rest: number[] = [];
  for (let i = 0; i < words.count; i++) if (words.often[i]! < least) rest.push(i);
  const kept = withoutCounters(bytes, words, rest);
  if (kept.length < FEWEST_COUNTED) return undefined;
  let isFramed = kept.length < words.count;
  const offsets = kept.flatMap((word) => {
    const [start, end] = [words.starts[word]!, words.ends[word]!];
    const isHex = hasPrefix(bytes, start, end);
    isFramed ||= isHex;
    return [isHex ? start + 2 : start, end];
  });
  return isFramed ? offsets : undefined;
}

/** Whether a word is a number in hexadecimal after what says so, of at least four digits. */
function hasPrefix(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < 6 || bytes[start] !== 0x30 || (bytes[start + 1]! | 0x20) !== 0x78) return false;
  for (let at = start + 2; at < end; at++) {
    const isDigit = IN_WORD[bytes[at]!] === NUMBER || (bytes[at]! | 0x20) <= 0x66;
    if (!isDigit) return false;
  }
  return true;
}
