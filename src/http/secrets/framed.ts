import { madeView, type View } from './view.ts';

/** Longer texts are no list of pieces that somebody wrote for a reader. */
const LONGEST = 64 * 1024;
const SHORTEST = 48;
/** So often, at least, stands a frame around pieces of a text. */
const FEWEST_FRAMES = 6;
/** So many counters in a row, at least, count. */
const FEWEST_COUNTED = 4;

/**
 * What a text says in pieces between words that come again and again, and counters: `[0] => s`, `k[]=s&k[]=k`, `0: s`,
 * `chr(0x73).chr(0x6b)`, `a then b then c`. The pieces as one text; in JSON of each longer string. Empty where no word comes so often.
 */
export function framedPieces(view: View): View[] {
  const { bytes } = view;
  if (bytes.length < SHORTEST || bytes.length > LONGEST || !repeats(bytes)) return [];
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const stretches =
    view.layers.length === 0 && JSON_BEGINS.test(text) ? stringsOf(text) : [[0, text] as const];
  return stretches.flatMap(([from, stretch]) => {
    return pieces(stretch).map((kept) => together(view, kept, from));
  });
}

const NUMBER = 2;
const NUMBERS = 1;
const JSON_BEGINS = /^\s*(?:\{|\[\s*["[{\d\]-])/;

/** For words, by a hash: how often each came in the text that is looked at. */
const counts = new Uint8Array(256);
const IN_WORD: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) =>
  /[0-9]/.test(String.fromCharCode(code)) ? NUMBER : Number(/[A-Za-z]/.test(String.fromCharCode(code))),
);

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
      hash ||= NUMBERS;
    } else if (kind !== 0) hash = (Math.imul(hash, 31) + byte) & 0xff;
    else if (hash !== 0) {
      if (hash === NUMBERS) {
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

function stringsOf(text: string): (readonly [from: number, string: string])[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.){48,})"/g)].map(({ 1: string, index }) => [index + 1, string!]);
}

interface Piece {
  word: string;
  at: number;
  /** The word with the signs before it, and with those behind it: a letter may be a piece in one place and a frame in the other. */
  within: readonly [string, string];
}

/**
 * The words of a text that are neither frames nor counters; empty where there are no frames. What comes often is one when it comes half
 * as often as anything does, or else where other words of the text come more often, however often that is.
 */
function pieces(text: string): Piece[][] {
  const words = wordsOf(text);
  const often = new Map<string, number>();
  for (const { within } of words) for (const one of within) often.set(one, (often.get(one) ?? 0) + 1);
  const most = Math.max(0, ...often.values());
  const bounds = new Set([Math.max(FEWEST_FRAMES, Math.ceil(most / 2)), FEWEST_FRAMES]);
  return [...bounds].flatMap((least) => {
    const kept = piecesBelow(words, (within) => often.get(within)! < least);
    return kept ? [kept] : [];
  });
}

function piecesBelow(words: readonly Piece[], isPiece: (within: string) => boolean): Piece[] | undefined {
  const rest = words.filter(({ within }) => within.every(isPiece));
  const kept = withoutCounters(rest).map(withoutPrefix);
  const isFramed = kept.length < words.length || kept.some(({ at }, i) => at !== words[i]!.at);
  return isFramed && kept.length >= FEWEST_COUNTED ? kept : undefined;
}

function wordsOf(text: string): Piece[] {
  const found = [...text.matchAll(/[A-Za-z0-9]+/g)];
  return found.map(({ 0: word, index: at }, i) => {
    const before = found[i - 1];
    const since = before ? text.slice(before.index + before[0].length, at) : '';
    const until = text.slice(at + word.length, found[i + 1]?.index);
    return { word, at, within: [`${since}\0${word}`, `${word}\0${until}\0`] };
  });
}

/**
 * Without the numbers that count, alone or at the end of a name. Digits of a key may be in order by chance: what counts comes
 * again after a few words, and all along.
 */
function withoutCounters(words: readonly Piece[]): Piece[] {
  const chains = new Map<string, { last: number; pieces: Piece[] }[]>();
  for (const [index, piece] of words.entries()) {
    const [, name, digits, unit] = /^([A-Za-z]*?)(\d{1,6})([A-Za-z]?)$/.exec(piece.word) ?? [];
    if (digits === undefined) continue;
    const key = `${name} ${unit}`;
    const open = chains.get(key) ?? [];
    chains.set(key, open);
    const chain = open.find(
      ({ last, pieces: of }) => index - last <= FARTHEST && Number(digits) === numberOf(of.at(-1)!) + 1,
    );
    if (chain) {
      chain.pieces.push(piece);
      chain.last = index;
    } else open.push({ last: index, pieces: [piece] });
    if (open.length > MOST_CHAINS) open.splice(shortestOf(open), 1);
  }
  const counters = new Set(
    [...chains.values()].flatMap((open) => {
      const { pieces: longest } = open.reduce((a, b) => (b.pieces.length > a.pieces.length ? b : a));
      return longest.length < Math.max(FEWEST_COUNTED, words.length / ALL_ALONG) ? [] : longest;
    }),
  );
  return words.filter((piece) => !counters.has(piece));
}
const MOST_CHAINS = 8;
/** So many words further on the next counter stands, at most. */
const FARTHEST = 5;
/** Of so many words one is a counter. */
const ALL_ALONG = 6;

function shortestOf(chains: readonly { pieces: readonly Piece[] }[]): number {
  const sizes = chains.map(({ pieces: of }) => of.length);
  return sizes.indexOf(Math.min(...sizes));
}

/** A number in hexadecimal without what says so. */
function withoutPrefix({ word, at, within }: Piece): Piece {
  return /^0[xX][0-9A-Fa-f]{4,}$/.test(word)
    ? { word: word.slice(2), at: at + 2, within }
    : { word, at, within };
}

const numberOf = ({ word }: Piece) => Number(/\d+/.exec(word)![0]);

function together(view: View, kept: readonly Piece[], from: number): View {
  const said = kept.map(({ word }) => word).join('');
  const places = kept.flatMap(({ word, at }) => Array.from(word, (_, i) => from + at + i));
  const place = (at: number) => places[at]!;
  return madeView(view, Buffer.from(said, 'latin1'), place, place, 'split');
}

/** Pieces of Base64 that were each encoded for itself, and so are each filled up by `=`. */
const FILLED = /[A-Za-z0-9+/_-]{2,}={0,2}/g;
const FEWEST_FILLED = 3;
const READABLE = /^[\0\t\n\r -~]+$/;

/** What pieces of Base64 say that were each filled up: words of mail headers, elements of lists, lines. Undefined where there are none. */
export function filledPieces(view: View): View | undefined {
  const { buffer, byteOffset, byteLength } = view.bytes;
  if (byteLength > LONGEST) return undefined;
  const text = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
  const first = text.search(/[A-Za-z0-9+/_-]={1,2}(?:[^=].*?[A-Za-z0-9+/_-]={1,2}){2}/s);
  if (first < 0) return undefined;
  const parts = [...text.matchAll(FILLED)].flatMap(({ 0: piece, index }) => {
    if (piece.length % 4 !== 0) return [];
    const said = Buffer.from(piece, 'base64').toString('latin1');
    return READABLE.test(said) ? [{ said, index, filled: piece.endsWith('=') }] : [];
  });
  if (parts.filter(({ filled }) => filled).length < FEWEST_FILLED) return undefined;
  const places = parts.flatMap(({ said, index }) =>
    Array.from(said, (_, i) => index + 4 * Math.floor(i / 3) + (i % 3)),
  );
  return madeView(
    view,
    Buffer.from(parts.map(({ said }) => said).join(''), 'latin1'),
    (at) => places[at]!,
    (at) => places[at]! + 1,
    'base64',
  );
}
