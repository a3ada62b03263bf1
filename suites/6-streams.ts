import { bodyEnds } from '../src/judge/ending.ts';
import { finding } from '../src/judge/finding.ts';
import { isEventStream } from '../src/judge/json-body.ts';
import type { ParsedStream, Streamed } from '../src/judge/parsed-stream.ts';
import { choicesAsAsked } from '../src/judge/stream/choices.ts';
import { eventStreamType, keepsFraming } from '../src/judge/stream/event-stream.ts';
import { sameKind, withoutStream } from '../src/judge/stream/kind.ts';
import { firstChunkOf, readsOf, silenceOf, undocumentedMembers } from '../src/judge/stream/observed.ts';
import { asFarAsRead, chunked } from '../src/judge/stream/reading.ts';
import { expectCountableChoices } from '../src/judge/stream/usable.ts';
import { usagePlace } from '../src/judge/stream/usage.ts';
import { requestOf, sweepAnswers } from '../src/judge/sweeps.ts';
import { type Answered, endingOf, whole } from '../src/requests/bodies.ts';
import { eachRow, rows, streamed, unstreamed } from '../src/requests/rows.ts';
import { someStream, streamAnswer, streams } from '../src/requests/streams.ts';
import type { Check, Finding, Requester } from '../src/vocabulary/check.ts';
import { type Exchange, mediaType } from '../src/vocabulary/exchange.ts';
import { Inconclusive, orUndefined } from '../src/vocabulary/undecidable.ts';
import { chunkChecks } from './streams/chunks.ts';
import { compressed } from './streams/compressed.ts';
import { framingChecks } from './streams/framing.ts';
import { servedCheck } from './streams/served.ts';

const SENT = 'Reads every streamed completion of the run byte by byte.';
const NO_STREAM = 'this run has no streamed completion';

/** Without stream, or with stream: false, the body is JSON. */
function noEventStream({ exchange, row }: Answered): Finding[] {
  if (!isEventStream(exchange)) return [];
  const asked = row.body.stream === false ? 'with stream: false' : 'without stream';
  return [finding(exchange, `${asked}, a JSON body`, `an event stream (${mediaType(exchange)})`, 'body')];
}

/** The head of a response: another check reports a truncated body. */
const headOf = ({ failure: _, ...head }: Exchange): Exchange => head;

const beginningsAndEnds: Check[] = [
  {
    id: 'stream/content-type',
    title: 'The content type of a stream is text/event-stream',
    clauses: ['6', '4.1'],
    level: 'must',
    about:
      'Sends streamed requests. Fails if the content type is missing or different. Parameters are allowed.',
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
    title: 'A stream body is complete',
    clauses: ['6'],
    level: 'must',
    about:
      'Fails if a stream breaks off, or never ends, at the same place three times while the body of a plain completion is complete. Fails if HTTP parsers reject the head. Inconclusive on any other broken body.',
    async run(context) {
      const [control] = rows(context, unstreamed);
      const items = eachRow(context, streamed, (ask, row) => endingOf(ask, row, control));
      await context.verifyEach(items, bodyEnds, NO_STREAM);
    },
  },
  {
    id: 'stream/only-when-asked',
    title: 'Without stream: true, the response is no event stream',
    clauses: ['4.1', '2.1'],
    level: 'must',
    about: 'Sends requests without stream and with stream: false. Fails on an event stream.',
    sweeps: [
      sweepAnswers('completion', ({ exchange }) => noEventStream({ exchange, row: requestOf(exchange) })),
    ],
    async run(context) {
      const items = eachRow(context, unstreamed, async (ask, row) => ({
        exchange: await whole(ask.answered(row), 'completion/body-ends'),
        row,
      }));
      await context.verifyEach(items, noEventStream);
    },
  },
  {
    id: 'stream/choices-as-asked',
    harm: 'answers',
    title: 'The number of streamed choices equals n',
    clauses: ['6', '2.1'],
    level: 'must',
    about: `${SENT} Fails if the number of different choice indices is not n.`,
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
    title: 'A compressed stream keeps its framing',
    clauses: ['6', '1'],
    level: 'must',
    profile: 'standard',
    about:
      'Sends one streamed request with Accept-Encoding: gzip, deflate, as the official clients do. Judges the decoded stream by the same rules.',
    async run(context) {
      await context.verify(async (ask) => compressed(ask, await someStream(context, ask)), keepsFraming);
    },
  },
];

/** A stream whose choices can be counted; rejects with `Inconclusive` if some may be missing. */
async function whereCountable(reading: Streamed): Promise<Streamed> {
  // If a payload is unreadable, or there was an error, choices may be missing.
  if (!reading.payloadFault || choicesAsAsked(reading).length > 0) await chunked(reading.exchange);
  expectCountableChoices(reading, reading.row);
  if (reading.chunks.length > 0 || !reading.framing.irregularities.has('done-missing')) return reading;
  throw new Inconclusive('the stream is empty', [reading.exchange], 'stream/ends-with-done');
}

const pairs: Check = {
  id: 'stream/same-kind',
  harm: 'answers',
  title: 'A request returns the same kind of answer streamed and not',
  clauses: ['6', '1'],
  level: 'should',
  profile: 'standard',
  about:
    'Sends one request with a seed and temperature 0, with stream true and false. Warns if one answer has text and the other a tool call or nothing. Does not compare the words.',
  async run(context) {
    const whole = new Map(rows(context, unstreamed).map((row) => [withoutStream(row.body), row]));
    const items = rows(context, (row) => streamed(row) && row.body.temperature === 0).flatMap((row) => {
      const twin = whole.get(withoutStream(row.body));
      if (!twin) return [];
      return [
        async (ask: Requester) => ({
          streamed: (await ask.reply(row)).answer,
          whole: (await ask.reply(twin)).answer,
        }),
      ];
    });
    await context.verifyEach(items, sameKind, 'this run has no request both streamed and not');
  },
};

const open: Check = {
  id: 'stream/layout',
  harm: 'form',
  title: 'Chunk members beyond the framing, and delivery of the body',
  clauses: ['6'],
  level: 'open',
  about: `${SENT} Records undocumented members, the place of usage, the number of reads, the time to the first read, and the longest pause.`,
  async run(context) {
    const readings: ParsedStream[] = [];
    for (const gather of streams(context)) {
      const reading = await orUndefined(gather(context));
      if (reading) readings.push(reading);
    }
    const exchanges = readings.map((reading) => reading.exchange);
    if (readings.length === 0) return new Inconclusive('no stream is readable');
    const places = new Set(readings.map(usagePlace));
    context.observe('stream-usage', [...places].sort().join(' '), ...exchanges);
    context.observe('stream-extra-members', undocumentedMembers(readings).join(' ') || 'none', ...exchanges);
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
