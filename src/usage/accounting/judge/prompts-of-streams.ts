import type { Finding } from '../../../vocabulary/check.ts';
import { breach } from '../../judge/finding.ts';
import { minus } from '../../measures.ts';
import { boundsOf } from '../bounds.ts';
import { type Accounts, endOf, since } from '../endpoint-timeline.ts';
import { type OwnCompletion, promptOf } from '../own-completions.ts';

/** A completion that is counted within this time after its end is not delayed. Milliseconds. */
const SOON_MS = 5_000;

/**
 * The input of a stream without reported usage, compared with that of the same request without streaming. Cached
 * input may be booked separately: a warning at most.
 */
export function promptsOfStreams({ timelines, run, stream, round }: Accounts): Finding[] {
  const [own] = stream;
  if (!own || stream.length !== 1 || own.outcome !== 'success' || own.usage) return [];
  const twin = round.find((o) => o.usage && promptOf(o) === promptOf(own));
  const most = boundsOf(round).most.total_tokens;
  const short = timelines.find(({ before, afterStream, afterRun, afterRound }) => {
    if (!twin || !afterStream || !afterRound || most === undefined) return false;
    // A delayed stream of the run would be mistaken for this one.
    const counted = minus(afterRun.totals, before.totals).total_requests;
    if (!wholeCounts(since(run, before)).includes(counted)) return false;
    // If counting is delayed, another one may have been counted instead.
    if (afterStream.exchange.startedAt - endOf(own) > SOON_MS) return false;
    // Usage that was visible only with the round was delayed, or belongs to another completion.
    if (minus(afterRound.totals, afterStream.totals).total_tokens !== most) return false;
    return minus(afterStream.totals, afterRun.totals).input_tokens < twin.usage!.input;
  });
  if (!twin || !short?.afterStream) return [];
  const { input_tokens: input } = minus(short.afterStream.totals, short.afterRun.totals);
  const expected = 'equal prompt tokens for a stream and the same request unstreamed';
  const actual = `the ${short.endpoint} grew by ${input} input tokens, and the unstreamed completion reported ${twin.usage!.input}`;
  const exchanges = [short.afterStream.exchange, twin.exchange, own.exchange] as const;
  return [breach(exchanges, 'body, growth of the totals', expected, actual, 'warn')];
}

/** The possible numbers of requests for all successes: one each, or one per choice. */
export function wholeCounts(own: readonly OwnCompletion[]): bigint[] {
  const successes = own.filter(({ outcome }) => outcome === 'success');
  return [BigInt(successes.length), successes.reduce((sum, { choices }) => sum + BigInt(choices), 0n)];
}
