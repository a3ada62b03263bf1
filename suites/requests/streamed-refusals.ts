import { type RefusalKind, refusal } from '../../src/judge/refusal.ts';
import {
  completion,
  control,
  jsonPost,
  type PlannedCompletion,
  plainBeside,
  settled,
  wasAccepted,
} from '../../src/requests/ask.ts';
import { longStreamRow, sameSeedRows } from '../../src/requests/basics.ts';
import { corpusOf } from '../../src/requests/corpus-of.ts';
import { single } from '../../src/requests/single.ts';
import { type StreamedBreach, streamedBreaches } from '../../src/requests/streamed-breaches.ts';
import {
  type Check,
  type CheckContext,
  Inconclusive,
  LeftOut,
  type Requester,
} from '../../src/vocabulary/check.ts';
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

/** The barest stream that the run pays for: beside a member that switches validation off, every breach would be taken. */
function barestStream(context: CheckContext): PlannedCompletion {
  const barest = longStreamRow(context.model);
  const isPaid = corpusOf(context).some(({ id }) => id === barest.id);
  return isPaid ? barest : sameSeedRows(context.model, context.settings.seed)[1]!;
}

/** A sample of all refusals, asked for as streams: the status says it, and no event stream does. */
export const streamedRefusalsCheck: Check = {
  id: 'request/streamed-refusals',
  harm: 'clients',
  title: 'Bad requests are refused by their status also when a stream is asked for',
  clauses: ['7.3', '6'],
  level: 'must',
  about:
    'Each bound, type and list of values of a member, an unknown field, missing ones, values that are nested in messages, tools, formats and lists, and a body that is cut off are tried once with stream true, beside a streamed request that is accepted. Judged like the same breach without a stream; 200 with an event stream that tells of the error fails. What is wrongly answered without a stream too is left to the check of that breach; so is the status of a refusal where streams of the run that have the member rightly are refused as well.',
  async run(context) {
    const row = await streamTaken(context, barestStream(context));
    await context.verifyEach(
      streamedBreaches(row).map((one) => (ask) => refusedStream(context, ask, one, row)),
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

async function refusedStream(
  context: CheckContext,
  ask: Requester,
  one: StreamedBreach,
  row: PlannedCompletion,
): Promise<Answer> {
  const { name, what, kind, bad, member } = one;
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
  if (judged({ exchange: plain, what, kind }).length === 0) {
    const { status = 0 } = answer.exchange.response ?? {};
    if (status < 400 || status >= 500 || member === undefined) return answer;
    if (await takenInStreams(context, ask, member)) return answer;
    // Refusing a combination is the matter of another check, and has no status of its own.
    throw new LeftOut(`${member} may not be taken in streams, whatever its value is`, [answer.exchange]);
  }
  throw new Inconclusive(
    `${what}: wrongly answered without a stream too`,
    [answer.exchange, plain],
    bad.constraint,
  );
}

/** Whether every streamed request of the run that has a member was taken. */
async function takenInStreams(context: CheckContext, ask: Requester, member: string): Promise<boolean> {
  const rows = corpusOf(context).filter(({ body }) => body.stream === true && body[member] !== undefined);
  const answers = await Promise.allSettled(rows.map((row) => completion(ask, row)));
  const isTaken = (answer: PromiseSettledResult<Exchange>) =>
    answer.status === 'fulfilled' && wasAccepted(answer.value);
  return answers.length > 0 && answers.every(isTaken);
}
