import type { Judge } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { finding } from '../finding.ts';
import type { Chunk } from '../parsed-stream.ts';
import { quote } from '../quote.ts';

/** Streams of one request that told of an error under their status 200, beside an answer that did not. */
export interface ServedEvidence {
  /** One for each time that the request was sent; the control comes last. */
  exchanges: readonly [Exchange, ...Exchange[]];
  /** Why the request was sent, in words. */
  what: string;
  /** The error of the last attempt; undefined where that one ended well, or none was ever told. */
  error?: Chunk;
}

/** A valid request is answered to its end: an error that comes every time was none of the moment (section 4.1). */
export const servedToItsEnd: Judge<ServedEvidence> = ({ exchanges, what, error }) => {
  if (!error) return [];
  const [first, ...others] = exchanges;
  const expected = 'no error in the stream of a valid request';
  const actual = `${what}: an error in the stream under status 200, every time: ${quote(JSON.stringify(error.json.error ?? error.json))}`;
  const made = finding(first, expected, actual, 'body');
  return [
    { ...made, exchanges: [...made.exchanges, ...others.map(({ id }) => id)], breach: 'valid-refused' },
  ];
};
