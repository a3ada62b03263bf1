import { type RefusalKind, refusal } from '../../src/judge/refusal.ts';
import { control, jsonPost, type PlannedCompletion, plainBeside, settled } from '../../src/requests/ask.ts';
import { sameSeedRows } from '../../src/requests/basics.ts';
import { single } from '../../src/requests/single.ts';
import { type StreamedBreach, streamedBreaches } from '../../src/requests/streamed-breaches.ts';
import { type Check, type CheckContext, Inconclusive, type Requester } from '../../src/vocabulary/check.ts';
import type { Exchange } from '../../src/vocabulary/exchange.ts';

/** A streamed request that is accepted: this one, or else the plainest. Rejects with what tells of the first. */
async function streamTaken(context: CheckContext, row: PlannedCompletion): Promise<PlannedCompletion> {
  try {
    await control(context, row);
    return row;
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    const plainest = single('stream', row.body);
    await control(context, plainest).catch((again: unknown) => {
      throw again instanceof Inconclusive ? error : again;
    });
    return plainest;
  }
}

/** A sample of all refusals, asked for as streams: the status says it, and no event stream does. */
export const streamedRefusalsCheck: Check = {
  id: 'request/streamed-refusals',
  title: 'Bad requests are refused by their status also when a stream is asked for',
  clauses: ['7.3', '6'],
  level: 'must',
  about:
    'Each bound, type and list of values of a member, an unknown field, missing ones, a nested value and a body that is cut off are tried once with stream true, beside a streamed request that is accepted. Judged like the same breach without a stream; 200 with an event stream that tells of the error fails. What is wrongly answered without a stream too is left to the check of that breach.',
  async run(context) {
    const row = await streamTaken(context, sameSeedRows(context.model, context.settings.seed)[1]!);
    await context.verifyEach(
      streamedBreaches(row).map((one) => (ask) => refusedStream(ask, one, row)),
      judged,
    );
  },
};

interface Answer {
  kind: RefusalKind;
  exchange: Exchange;
  what: string;
}

function judged({ kind, exchange, what }: Answer) {
  return refusal(kind)({ exchange, what });
}

async function refusedStream(ask: Requester, one: StreamedBreach, row: PlannedCompletion): Promise<Answer> {
  const { name, what, kind, bad } = one;
  const send = (mode: 'streamed' | 'plain') =>
    ask.shared(`request/streamed-refusals/${name}-${mode}`, (own) => {
      const spec = { ...jsonPost(`${what}, ${mode}`, null), body: one[mode] };
      // The same without a stream is asked whatever is known of it: it says whose fault it is.
      return settled(own, mode === 'streamed' ? { ...spec, bad } : spec, plainBeside(row.body));
    });
  const answer = { exchange: await send('streamed'), what: `${what}, streamed`, kind };
  // Whose fault it is was found the first time; the plain one would have to be paid again before its answer is known.
  if (judged(answer).length === 0 || ask.round === 2) return answer;
  const plain = await send('plain');
  if (judged({ exchange: plain, what, kind }).length === 0) return answer;
  throw new Inconclusive(
    `${what}: wrongly answered without a stream too`,
    [answer.exchange, plain],
    bad.constraint,
  );
}
