import { countable } from '../src/evidence/answerable.ts';
import { reply } from '../src/evidence/answers.ts';
import { type Answered, isEventStream } from '../src/evidence/bodies.ts';
import { endingOf, whole } from '../src/evidence/broken.ts';
import { compressed } from '../src/evidence/compressed.ts';
import { eachRow } from '../src/evidence/each-row.ts';
import { rows, streamed, unstreamed } from '../src/evidence/rows.ts';
import {
  asFarAsRead,
  chunked,
  type Streamed,
  someStream,
  streamAnswer,
  streams,
} from '../src/evidence/streams.ts';
import { requestOf, sweepAnswers } from '../src/evidence/swept.ts';
import { bodyEnds } from '../src/judge/ending.ts';
import { finding } from '../src/judge/finding.ts';
import { choicesAsAsked } from '../src/judge/stream/choices.ts';
import { eventStreamType, keepsFraming } from '../src/judge/stream/event-stream.ts';
import { sameKind, withoutStream } from '../src/judge/stream/kind.ts';
import { extraMembers, firstChunkOf, readsOf, silenceOf } from '../src/judge/stream/observed.ts';
import type { ParsedStream } from '../src/judge/stream/parsed-stream.ts';
import { usagePlace } from '../src/judge/stream/usage.ts';
import { answered } from '../src/requests/ask.ts';
import type { Check, Finding, Requester } from '../src/vocabulary/check.ts';
import { type Exchange, mediaType } from '../src/vocabulary/exchange.ts';
import { Inconclusive, orNothing } from '../src/vocabulary/undecidable.ts';
import { chunkChecks } from './streams/chunks.ts';
import { framingChecks } from './streams/framing.ts';
import { servedCheck } from './streams/served.ts';

const SENT = 'Every streamed completion of the run is read byte by byte.';
const NO_STREAM = 'no streamed completion was planned';

/** Without stream, or with stream: false, the body is JSON. */
function noEventStream({ exchange, row }: Answered): Finding[] {
  if (!isEventStream(exchange)) return [];
  const asked = row.body.stream === false ? 'with stream: false' : 'without stream';
  return [finding(exchange, `${asked}, a JSON body`, `an event stream (${mediaType(exchange)})`, 'body')];
}

/** The head of an answer: that its body breaks off is told by another check. */
const headOf = ({ failure: _, ...head }: Exchange): Exchange => head;

const beginningsAndEnds: Check[] = [
  {
    id: 'stream/content-type',
    title: 'A streamed answer has the content type text/event-stream',
    clauses: ['6', '4.1'],
    level: 'must',
    about:
      'Streamed completions are asked for. Another content type, or none, fails; parameters are allowed.',
    sweeps: [sweepAnswers('stream', eventStreamType)],
    async run(context) {
      const items = eachRow(context, streamed, async (ask, row) => ({
        exchange: headOf(await streamAnswer(ask, row)),
      }));
      await context.verifyEach(items, eventStreamType, NO_STREAM);
    },
  },
  {
    id: 'stream/body-ends',
    title: 'The body of a stream ends as its framing says',
    clauses: ['6'],
    level: 'must',
    about:
      'A streamed body that is cut off, or never ends, in the same place three times fails while the body of a plain completion is whole; otherwise a broken body is undecided.',
    async run(context) {
      const [control] = rows(context, unstreamed);
      const items = eachRow(context, streamed, (ask, row) => endingOf(ask, row, control));
      await context.verifyEach(items, bodyEnds, NO_STREAM);
    },
  },
  {
    id: 'stream/only-when-asked',
    title: 'Without stream, or with stream: false, the answer is no event stream',
    clauses: ['4.1', '2.1'],
    level: 'must',
    about: 'Completions without stream and with stream: false are asked for. An event stream fails.',
    sweeps: [
      sweepAnswers('completion', ({ exchange }) => noEventStream({ exchange, row: requestOf(exchange) })),
    ],
    async run(context) {
      const items = eachRow(context, unstreamed, async (ask, row) => ({
        exchange: await whole(answered(ask, row), 'completion/body-ends'),
        row,
      }));
      await context.verifyEach(items, noEventStream);
    },
  },
  {
    id: 'stream/choices-as-asked',
    harm: 'answers',
    title: 'A stream has as many choices as n asked for',
    clauses: ['6', '2.1'],
    level: 'must',
    about: `${SENT} More or fewer different choice indices than n asked for fail.`,
    sweeps: [
      {
        of: 'stream',
        judge: async (exchange) =>
          choicesAsAsked(
            await whereCountable({ ...(await asFarAsRead(exchange)), row: requestOf(exchange) }),
          ),
      },
    ],
    run: (context) =>
      context.verifyEach(
        streams(context, { how: asFarAsRead }).map(
          (gather) => async (ask: Requester) => whereCountable(await gather(ask)),
        ),
        choicesAsAsked,
        NO_STREAM,
      ),
  },
  {
    id: 'stream/compressed',
    title: 'A stream keeps its framing when the client allows compression',
    clauses: ['6', '1'],
    level: 'must',
    profile: 'standard',
    about:
      'One streamed completion is asked for with Accept-Encoding: gzip, deflate, as the official clients do, and judged by the same rules after decoding.',
    async run(context) {
      await context.verify(async (ask) => compressed(ask, await someStream(context, ask)), keepsFraming);
    },
  },
];

/** A stream whose choices can be counted; rejects with `Inconclusive` where some may be missing that came. */
async function whereCountable(reading: Streamed): Promise<Streamed> {
  // Where a payload can't be read, or an error came, choices may be missing that came.
  if (!reading.payloadFault || choicesAsAsked(reading).length > 0) await chunked(reading.exchange);
  countable(reading, reading.row);
  if (reading.chunks.length > 0 || !reading.framing.irregularities.has('done-missing')) return reading;
  throw new Inconclusive('the stream is empty', [reading.exchange], 'stream/ends-with-done');
}

const pairs: Check = {
  id: 'stream/same-kind',
  harm: 'answers',
  title: 'A request gives the same kind of answer streamed and not',
  clauses: ['6', '1'],
  level: 'should',
  profile: 'standard',
  about:
    'The same request and seed at temperature 0 is sent with stream true and false. A text here and a call or nothing there warns; the words are not compared.',
  async run(context) {
    const whole = new Map(rows(context, unstreamed).map((row) => [withoutStream(row.body), row]));
    const items = rows(context, (row) => streamed(row) && row.body.temperature === 0).flatMap((row) => {
      const twin = whole.get(withoutStream(row.body));
      if (!twin) return [];
      return [
        async (ask: Requester) => ({
          streamed: (await reply(ask, row)).answer,
          whole: (await reply(ask, twin)).answer,
        }),
      ];
    });
    await context.verifyEach(items, sameKind, 'no request was planned both streamed and not');
  },
};

const open: Check = {
  id: 'stream/layout',
  harm: 'form',
  title: 'What chunks hold beyond their framing, and how the body comes',
  clauses: ['6'],
  level: 'open',
  about: `${SENT} Members beyond those that OpenAI documents, where usage is, in how many reads bodies came, how long the first one took and how long the longest silence was are recorded.`,
  async run(context) {
    const readings: ParsedStream[] = [];
    for (const gather of streams(context)) {
      const reading = await orNothing(gather(context));
      if (reading) readings.push(reading);
    }
    const exchanges = readings.map((reading) => reading.exchange);
    if (readings.length === 0) return new Inconclusive('no stream could be read');
    const places = new Set(readings.map(usagePlace));
    context.observe('stream-usage', [...places].sort().join(' '), ...exchanges);
    context.observe('stream-extra-members', extraMembers(readings).join(' ') || 'none', ...exchanges);
    context.observe('stream-reads', readsOf(readings), ...exchanges);
    context.observe('stream-first-chunk', firstChunkOf(readings), ...exchanges);
    context.observe('stream-longest-silence', silenceOf(readings), ...exchanges);
    return undefined;
  },
};

export const checks: readonly Check[] = [
  ...beginningsAndEnds,
  servedCheck,
  ...framingChecks,
  ...chunkChecks,
  pairs,
  open,
];
