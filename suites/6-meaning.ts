import type { Streamed } from '../src/judge/parsed-stream.ts';
import { choicesAsAsked, indicesFromZero } from '../src/judge/stream/choices.ts';
import { withoutStream } from '../src/judge/stream/kind.ts';
import { lacksPieces, losesNothing, type RepeatedAnswer, textOf } from '../src/judge/stream/lost-text.ts';
import { chunked } from '../src/judge/stream/reading.ts';
import { hasMistypedMembers } from '../src/judge/stream/usable.ts';
import { sweepStreams } from '../src/judge/sweeps.ts';
import { rows, streamed, unstreamed } from '../src/requests/rows.ts';
import { streams } from '../src/requests/streams.ts';
import type { Check, CheckContext, Requester } from '../src/vocabulary/check.ts';
import type { PlannedCompletion } from '../src/vocabulary/planned-completion.ts';
import { Inconclusive, NotApplicable, type Undecidable } from '../src/vocabulary/undecidable.ts';

/** A request that is sent twice without streaming and once as a stream, at temperature 0. */
function retoldRows(context: CheckContext): [PlannedCompletion, PlannedCompletion, PlannedCompletion] {
  const exact = rows(context, (row) => row.body.temperature === 0 && 'seed' in row.body);
  for (const stream of exact.filter(streamed)) {
    const key = withoutStream(stream.body);
    const [one, two] = exact.filter((row) => unstreamed(row) && withoutStream(row.body) === key);
    if (one && two) return [one, two, stream];
  }
  throw new Inconclusive('this run has no request both repeated and streamed');
}

async function retold(context: CheckContext, ask: Requester): Promise<RepeatedAnswer | Undecidable> {
  const [one, two, stream] = retoldRows(context);
  const whole = (await ask.reply(one)).answer;
  const same = (await ask.reply(two)).answer;
  if (textOf(whole) !== textOf(same)) {
    return new NotApplicable(
      'the same request gets a different text each time, so a stream cannot be compared',
    );
  }
  const first = (await ask.reply(stream)).answer;
  if (!lacksPieces(textOf(first), textOf(whole))) return { whole, streams: [first] };
  const again = { ...stream, id: `${stream.id}/again`, why: `${stream.why}, once more` };
  return { whole, streams: [first, (await ask.reply(again)).answer] };
}

/** A stream with the requested choices; rejects with `Inconclusive`, which names the check with the cause. */
function inOrder(reading: Streamed): Streamed {
  const blockedBy = hasMistypedMembers(reading)
    ? 'stream/documented-types'
    : choicesAsAsked(reading).length > 0 && 'stream/choices-as-asked';
  if (!blockedBy) return reading;
  throw new Inconclusive('the choices of the stream have wrong indices', [reading.exchange], blockedBy);
}

/** Section 6, semantics: a stream has the content of the response without streaming. */
export const checks: readonly Check[] = [
  {
    id: 'stream/choice-indices',
    title: 'Streamed choice indices are 0 to n-1',
    clauses: ['6', '2.7', '1'],
    level: 'should',
    about: 'Reads every streamed completion of the run. Warns on other indices.',
    sweeps: [sweepStreams(chunked, (reading) => indicesFromZero(inOrder(reading)))],
    run: (context) =>
      context.verifyEach(
        streams(context).map((gather) => async (ask: Requester) => inOrder(await gather(ask))),
        indicesFromZero,
        'this run has no streamed completion',
      ),
  },
  {
    id: 'stream/no-text-lost',
    harm: 'form',
    title: 'A stream contains the whole text',
    clauses: ['6', '1'],
    level: 'should',
    profile: 'standard',
    about:
      'Sends one request with a seed and temperature 0 twice without a stream and once as a stream. Retries the stream if the two texts agree and the streamed text lacks pieces of them. Warns if pieces are missing twice.',
    run: (context) => context.verify((ask) => retold(context, ask), losesNothing),
  },
];
