import type { Judge } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { finding, quote } from '../finding.ts';
import type { Chunk } from '../parsed-stream.ts';

/** Streams of one request with an error event despite status 200, and a control without one. */
export interface ServedEvidence {
  /** One for each attempt; the control is last. */
  exchanges: readonly [Exchange, ...Exchange[]];
  /** Why the request was sent, in words. */
  what: string;
  /** The error of the last attempt; undefined if it succeeded, or if there was never one. */
  error?: Chunk;
}

/** A valid request is answered completely: an error that recurs each time is not transient (section 4.1). */
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
