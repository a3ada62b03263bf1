import { isAscii } from 'node:buffer';
import { randomUUID } from 'node:crypto';

/** A line of the record with a placeholder for the text of the response's body. */
export interface SplitLine {
  /** The line as JSON, with `PLACEHOLDER` as the text. */
  rest: string;
  text: string;
}

/** No record contains it. */
export const PLACEHOLDER = randomUUID();

/** Within a literal its quotes are escaped. */
const RESPONSE = Buffer.from('"response":{"');
const BEFORE_TEXT = Buffer.from('"body":{"text":"');
/** The engine keeps larger strings apart, and collects them later than all others. Bytes. */
const PIECE = 64 * 1024;
const [QUOTE, BACKSLASH, SMALL_U] = [0x22, 0x5c, 0x75];

/**
 * Splits a line of JSON that is mostly the text of a body, whose characters are then no structure to examine. The text is
 * put together from pieces, and in one piece only for those who read it. Undefined for a line without such a text.
 */
export function splitLine(bytes: Buffer): SplitLine | undefined {
  const response = bytes.indexOf(RESPONSE);
  const before = response < 0 ? response : bytes.indexOf(BEFORE_TEXT, response);
  if (before < 0) return undefined;
  const from = before + BEFORE_TEXT.length;
  let text = '';
  let at = from;
  for (let start = from; bytes[at] !== QUOTE; start = at) {
    while (bytes[at] !== QUOTE && (at < start + PIECE || isWithinCharacter(bytes[at]!))) {
      if (at >= bytes.length) return undefined;
      at += bytes[at] !== BACKSLASH ? 1 : bytes[at + 1] === SMALL_U ? 6 : 2;
    }
    try {
      text += JSON.parse(`"${textOf(bytes.subarray(start, at))}"`);
    } catch {
      return undefined;
    }
  }
  return { rest: `${bytes.toString('utf8', 0, from)}${PLACEHOLDER}${bytes.toString('utf8', at)}`, text };
}

/** As Latin-1 where that is the same: the decoder of UTF-8 takes memory that only a full collection frees. */
const textOf = (piece: Buffer) => piece.toString(isAscii(piece) ? 'latin1' : 'utf8');

const isWithinCharacter = (byte: number) => (byte & 0xc0) === 0x80;
