import type { AcceptanceEvidence } from '../../src/judge/acceptance.ts';
import { plainlyWritten, type Writing } from '../../src/requests/writing.ts';
import type { Requester } from '../../src/vocabulary/check.ts';
import { isSuccess } from '../../src/vocabulary/exchange.ts';
import { Inconclusive } from '../../src/vocabulary/undecidable.ts';
import { outcome } from './accepted.ts';

/** A request that is rejected in its notation, and the same that is accepted in the usual one. */
export async function asWritten(ask: Requester, writing: Writing): Promise<AcceptanceEvidence> {
  const { row, words, isWhole } = writing;
  const plainly = await outcome(ask, ask.round === 1 ? writing.control : plainlyWritten(row));
  if (!isSuccess(plainly)) throw new Inconclusive('rejected in common JSON formatting too', [plainly]);
  const all = isWhole ? words.join(' and ') : `one of ${words.join(', ')}`;
  const what = `a request with ${all}, accepted in common JSON formatting`;
  return { exchange: await outcome(ask, row), what, isCompared: true };
}
