import { LONGEST_LIST } from './pieces.ts';
import { madeView, type View } from './view.ts';

/** Pieces of Base64 that were each encoded for itself, and so are each filled up by `=`. */
const FILLED = /[A-Za-z0-9+/_-]{2,}={0,2}/g;
const FEWEST_FILLED = 3;
const READABLE = /^[\0\t\n\r -~]+$/;

/** What pieces of Base64 say that were each filled up: words of mail headers, elements of lists, lines. Undefined where there are none. */
export function filledPieces(view: View): View | undefined {
  const { buffer, byteOffset, byteLength } = view.bytes;
  if (byteLength > LONGEST_LIST) return undefined;
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
