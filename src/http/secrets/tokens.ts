import { madeView, type View } from './view.ts';

/** Takes a piece of what belongs together under a name, by its place. */
type Add = (name: number, start: number, end: number) => void;

/** The first name of the groups of tokens, below those that other pieces have; the next ones are of their alternatives. */
const TOKENS = -16;
/** Where bytes belong that are members named by numbers. */
const NUMBERED = -1;

/** What announces them. */
const NUMBER = Buffer.from('"0"');
const ANNOUNCES = [Buffer.from('"token"'), Buffer.from('"bytes"')];

/**
 * The pieces in which log-probabilities give a text back: tokens and their bytes, those that were chosen apart from the
 * alternatives that stand between them, and these by their rank. Also bytes as members that are named by numbers, which is how
 * JavaScript writes an array of them. Pieces of text go to `add`, and of bytes a view is made.
 */
export function tokenPieces(view: View, add: Add): View[] {
  const { buffer, byteOffset, byteLength } = view.bytes;
  const all = Buffer.from(buffer, byteOffset, byteLength);
  const numbered = all.includes(NUMBER);
  if (!numbered && !ANNOUNCES.some((name) => all.includes(name))) return [];
  const text = all.toString('latin1');
  const lists = new Map<number, ListedByte[]>();
  if (numbered) lists.set(NUMBERED, listed(text, /(?<="\d{1,4}"\s*:\s*)\d{2,3}(?![\d.])/g, 0, text.length));
  for (const { rank, kind, start, end } of tokenParts(text)) {
    if (kind === 'text') add(TOKENS - rank, start, end);
    else lists.set(rank, (lists.get(rank) ?? []).concat(listed(text, /\d+/g, start, end)));
  }
  return [...lists.values()].filter((list) => list.length > 2).map((list) => viewOf(view, list));
}

interface ListedByte {
  value: number;
  start: number;
  end: number;
}

function listed(text: string, numbers: RegExp, from: number, to: number): ListedByte[] {
  return [...text.slice(from, to).matchAll(numbers)].map(({ 0: digits, index }) => {
    return { value: Number(digits) & 0xff, start: from + index, end: from + index + digits.length };
  });
}

function viewOf(view: View, list: readonly ListedByte[]): View {
  const bytes = Uint8Array.from(list, ({ value }) => value);
  return madeView(
    view,
    bytes,
    (at) => list[at]!.start,
    (at) => list[at]!.end - 1,
    'decimal',
  );
}

/** What is told of a token: 0 for a chosen one, and for an alternative its rank among them, from 1. */
export interface TokenPart {
  rank: number;
  kind: 'text' | 'bytes';
  start: number;
  end: number;
}

const PARTS =
  /"token"\s*:\s*"((?:[^"\\\n]|\\.)*)"|"bytes"\s*:\s*\[([\d,\s]*)\]|"top_logprobs"\s*:\s*\[|"(?:[^"\\\n]|\\.)*"|[[\]{}\n]/g;

/** Tokens and their bytes in a JSON text, as far as they are written so; offsets are of what stands between quotes or brackets. */
export function* tokenParts(text: string): Generator<TokenPart> {
  let depth = 0;
  let within = Number.POSITIVE_INFINITY;
  let rank = 0;
  const leave = () => {
    within = Number.POSITIVE_INFINITY;
    rank = 0;
  };
  for (const match of text.matchAll(PARTS)) {
    const [part, token, bytes] = match;
    const end = match.index + part.length;
    if (part === '{' || part === '[') {
      depth++;
      if (depth === within + 1) rank++;
    } else if (part === '}' || part === ']') {
      if (depth-- === within) leave();
    } else if (part === '\n') {
      depth = 0;
      leave();
    } else if (token !== undefined) yield { rank, kind: 'text', start: end - 1 - token.length, end: end - 1 };
    else if (bytes !== undefined) yield { rank, kind: 'bytes', start: end - 1 - bytes.length, end: end - 1 };
    else if (part.startsWith('"top_logprobs"')) within = ++depth;
  }
}
