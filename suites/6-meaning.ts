import { mistyped } from '../src/evidence/answerable.ts';
import { reply } from '../src/evidence/answers.ts';
import { rows, streamed, unstreamed } from '../src/evidence/rows.ts';
import { chunked, type Streamed, streams } from '../src/evidence/streams.ts';
import { sweepStreams } from '../src/evidence/swept.ts';
import { choicesAsAsked, indicesFromZero } from '../src/judge/stream/choices.ts';
import { withoutStream } from '../src/judge/stream/kind.ts';
import { lacksPieces, losesNothing, type Retold, textOf } from '../src/judge/stream/lost-text.ts';
import type { PlannedCompletion } from '../src/requests/corpus.ts';
import type { Check, CheckContext, Requester } from '../src/vocabulary/check.ts';
import { Inconclusive, NotApplicable, type Undecidable } from '../src/vocabulary/undecidable.ts';

/** A request that is sent twice as it is, and once as a stream, at temperature 0. */
function retoldRows(context: CheckContext): [PlannedCompletion, PlannedCompletion, PlannedCompletion] {
  const exact = rows(context, (row) => row.body.temperature === 0 && 'seed' in row.body);
  for (const stream of exact.filter(streamed)) {
    const key = withoutStream(stream.body);
    const [one, two] = exact.filter((row) => unstreamed(row) && withoutStream(row.body) === key);
    if (one && two) return [one, two, stream];
  }
  throw new Inconclusive('no request was planned twice, and streamed');
}

async function retold(context: CheckContext, ask: Requester): Promise<Retold | Undecidable> {
  const [one, two, stream] = retoldRows(context);
  const whole = (await reply(ask, one)).answer;
  const same = (await reply(ask, two)).answer;
  if (textOf(whole) !== textOf(same)) {
    return new NotApplicable('the same request gets another text each time: a stream can not be compared');
  }
  const first = (await reply(ask, stream)).answer;
  if (!lacksPieces(textOf(first), textOf(whole))) return { whole, streams: [first] };
  const again = { ...stream, id: `${stream.id}/again`, why: `${stream.why}, once more` };
  return { whole, streams: [first, (await reply(ask, again)).answer] };
}

/** A stream whose choices are those that were asked for; rejects with `Inconclusive`, which names the check that says why not. */
function inOrder(reading: Streamed): Streamed {
  const blockedBy = mistyped(reading)
    ? 'stream/documented-types'
    : choicesAsAsked(reading).length > 0 && 'stream/choices-as-asked';
  if (!blockedBy) return reading;
  throw new Inconclusive('the choices of the stream are in disorder', [reading.exchange], blockedBy);
}

/** Section 6, beyond its form: that a stream tells what the answer is. */
export const checks: readonly Check[] = [
  {
    id: 'stream/choice-indices',
    title: 'The choices of a stream have the indices 0 to n-1',
    clauses: ['6', '2.7', '1'],
    level: 'should',
    about: 'Every streamed completion of the run is looked at. Choices that are numbered otherwise warn.',
    sweeps: [sweepStreams(chunked, (reading) => indicesFromZero(inOrder(reading)))],
    run: (context) =>
      context.verifyEach(
        streams(context).map((gather) => async (ask: Requester) => inOrder(await gather(ask))),
        indicesFromZero,
        'no streamed completion was planned',
      ),
  },
  {
    id: 'stream/no-text-lost',
    harm: 'form',
    title: 'A stream loses nothing of the text',
    clauses: ['6', '1'],
    level: 'should',
    profile: 'standard',
    about:
      'The same request and seed at temperature 0 is answered twice as a whole and once as a stream. Where both whole texts agree and the streamed one is that text with pieces missing, it is streamed again, and pieces missing twice warn.',
    run: (context) => context.verify((ask) => retold(context, ask), losesNothing),
  },
];
