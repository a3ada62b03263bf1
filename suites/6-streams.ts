import { type Check, Undecided } from '../src/check.ts';
import { reply } from '../src/evidence/answers.ts';
import { isEventStream } from '../src/evidence/bodies.ts';
import { endingOf, whole } from '../src/evidence/broken.ts';
import { compressed } from '../src/evidence/compressed.ts';
import { rows, streamed, unstreamed } from '../src/evidence/rows.ts';
import { chunked, framed, orderly, streams } from '../src/evidence/streams.ts';
import { answered } from '../src/generate/ask.ts';
import { bodyEnds } from '../src/judge/ending.ts';
import { finding } from '../src/judge/finding.ts';
import { choicesAsAsked } from '../src/judge/stream/choices.ts';
import { finishesLast, finishesOnce } from '../src/judge/stream/finish.ts';
import { objectIsChunk, sameThroughout } from '../src/judge/stream/identity.ts';
import { sameKind, withoutStream } from '../src/judge/stream/kind.ts';
import { extraMembers, readsOf } from '../src/judge/stream/observed.ts';
import type { Reading } from '../src/judge/stream/reading.ts';
import { roleFirst } from '../src/judge/stream/role.ts';
import {
  eventStreamType,
  judgeRule,
  keepsFraming,
  MUST_RULES,
  type Rule,
  SHOULD_RULES,
} from '../src/judge/stream/rules.ts';
import { fragmentsHaveIndex, idComesFirst } from '../src/judge/stream/tools.ts';
import { documentedTypes } from '../src/judge/stream/types.ts';
import { usageComesLast, usagePlace, usageSums } from '../src/judge/stream/usage.ts';
import { mediaType } from '../src/target/exchange.ts';

const SENT = 'Every streamed completion of the run is read byte by byte.';
const NO_STREAM = 'no streamed completion was planned';

/** How much must be in order before a rule can be looked at. */
function readingFor(rule: Rule): (exchange: Reading['exchange']) => Promise<Reading> {
  if (rule.id === 'stream/valid-utf8' || rule.id === 'stream/one-data-line') return framed;
  if (rule.id === 'stream/payloads-are-json' || SHOULD_RULES.includes(rule)) return orderly;
  return async (exchange) => {
    const reading = await orderly(exchange);
    const { payloadFault } = reading;
    if (rule.id !== 'stream/ends-with-done') return reading;
    if (payloadFault) throw new Undecided('a payload is broken', [exchange], 'stream/payloads-are-json');
    if (reading.lateError) throw new Undecided('the stream told of an error after its start', [exchange]);
    return reading;
  };
}

const framingCheck =
  (level: 'must' | 'should') =>
  (rule: Rule): Check => ({
    id: rule.id,
    title: rule.title,
    clauses: ['6'],
    level,
    about: `${SENT} ${rule.about}`,
    run: (t) => t.verifyEach(streams(t, readingFor(rule)), (reading) => judgeRule(rule, reading), NO_STREAM),
  });

const beginningsAndEnds: Check[] = [
  {
    id: 'stream/content-type',
    title: 'A streamed answer has the content type text/event-stream',
    clauses: ['6', '4.1'],
    level: 'must',
    about:
      'Streamed completions are asked for. Another content type, or none, fails; parameters are allowed.',
    async run(t) {
      const items = rows(t, streamed).map((row) => async (ask: Parameters<typeof answered>[0]) => ({
        exchange: await whole(answered(ask, row), 'stream/body-ends'),
      }));
      await t.verifyEach(items, eventStreamType, NO_STREAM);
    },
  },
  {
    id: 'stream/body-ends',
    title: 'The body of a stream ends as its framing says',
    clauses: ['6'],
    level: 'must',
    about:
      'A streamed body that is cut off, or never ends, in the same place three times fails while the body of a plain completion is whole; otherwise a broken body is undecided.',
    async run(t) {
      const [control] = rows(t, unstreamed);
      const items = rows(t, streamed).map(
        (row) => (ask: Parameters<typeof answered>[0]) => endingOf(ask, row, control),
      );
      await t.verifyEach(items, bodyEnds, NO_STREAM);
    },
  },
  {
    id: 'stream/only-when-asked',
    title: 'Without stream, or with stream: false, the answer is no event stream',
    clauses: ['4.1', '2.1'],
    level: 'must',
    about: 'Completions without stream and with stream: false are asked for. An event stream fails.',
    async run(t) {
      const items = rows(t, unstreamed).map((row) => async (ask: Parameters<typeof answered>[0]) => ({
        exchange: await whole(answered(ask, row), 'completion/body-ends'),
        asked: row.body.stream === false ? 'with stream: false' : 'without stream',
      }));
      await t.verifyEach(items, ({ exchange, asked }) =>
        isEventStream(exchange)
          ? [finding(exchange, `${asked}, a JSON body`, `an event stream (${mediaType(exchange)})`, 'body')]
          : [],
      );
    },
  },
  {
    id: 'stream/choices-as-asked',
    title: 'A stream has as many choices as n asked for',
    clauses: ['6', '2.1'],
    level: 'must',
    about: `${SENT} More or fewer different choice indices than n asked for fail.`,
    run: (t) =>
      t.verifyEach(
        streams(t, async (exchange) => {
          const reading = await chunked(exchange);
          if (reading.chunks.length > 0) return reading;
          throw new Undecided('the stream holds no chunk', [exchange], 'stream/ends-with-done');
        }),
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
    async run(t) {
      const row = rows(t, streamed)[0];
      if (!row) throw new Undecided(NO_STREAM);
      await t.verify((ask) => compressed(ask, row), keepsFraming);
    },
  },
];

/** Checks of the chunks themselves: what OpenAI documents and section 6 does not show. */
const CHUNKS: readonly (Pick<Check, 'id' | 'title' | 'about'> & {
  judge: (reading: Reading) => ReturnType<typeof roleFirst>;
})[] = [
  {
    id: 'stream/documented-types',
    title: 'The members of a chunk have the types that OpenAI documents',
    about:
      'choices is an array, index an integer, delta an object, content and arguments strings; else a warning.',
    judge: documentedTypes,
  },
  {
    id: 'stream/object-name',
    title: 'The object of every chunk is chat.completion.chunk',
    about: 'Another value, or none, warns.',
    judge: objectIsChunk,
  },
  {
    id: 'stream/same-id',
    title: 'The id is the same in all chunks',
    about: 'A chunk with another id warns.',
    judge: sameThroughout('id'),
  },
  {
    id: 'stream/same-created',
    title: 'created is the same in all chunks',
    about: 'A chunk with another time warns.',
    judge: sameThroughout('created'),
  },
  {
    id: 'stream/same-model',
    title: 'The model is the same in all chunks',
    about: 'A chunk with another model warns.',
    judge: sameThroughout('model'),
  },
  {
    id: 'stream/finish-reason-once',
    title: 'Every choice of a stream gets one finish_reason',
    about: 'None, or more than one that is not null, warns.',
    judge: finishesOnce,
  },
  {
    id: 'stream/finish-reason-last',
    title: 'The finish_reason of a choice comes in its last delta',
    about: 'A delta that brings something after it warns.',
    judge: finishesLast,
  },
  {
    id: 'stream/role-first',
    title: 'The first delta of every choice has the role assistant',
    about: 'Another role there, or none, warns.',
    judge: roleFirst,
  },
  {
    id: 'stream/tool-fragments-index',
    title: 'Tool-call fragments carry the index of their call',
    about: 'A fragment without an integer index warns.',
    judge: fragmentsHaveIndex,
  },
  {
    id: 'stream/tool-id-first',
    title: 'The first fragment of a tool call holds its id',
    about: 'A first fragment without an id warns.',
    judge: idComesFirst,
  },
  {
    id: 'stream/usage-last',
    title: 'A usage chunk comes last',
    about: 'Chunks without usage after the last one with it warn. Usage may be absent.',
    judge: usageComesLast,
  },
  {
    id: 'stream/usage-sums',
    title: 'The usage of a stream sums up',
    about: 'A total that is not prompt + completion warns.',
    judge: usageSums,
  },
];

const chunkChecks = CHUNKS.map(
  ({ judge, ...check }): Check => ({
    ...check,
    clauses: ['6', '1'],
    level: 'should',
    about: `${SENT} ${check.about}`,
    run: (t) => t.verifyEach(streams(t), judge, NO_STREAM),
  }),
);

const pairs: Check = {
  id: 'stream/same-kind',
  title: 'A request gives the same kind of answer streamed and not',
  clauses: ['6', '1'],
  level: 'should',
  profile: 'standard',
  about:
    'The same request and seed at temperature 0 is sent with stream true and false. A text here and a call or nothing there warns; the words are not compared.',
  async run(t) {
    const whole = new Map(rows(t, unstreamed).map((row) => [withoutStream(row.body), row]));
    const items = rows(t, (row) => streamed(row) && row.body.temperature === 0).flatMap((row) => {
      const twin = whole.get(withoutStream(row.body));
      if (!twin) return [];
      return [
        async (ask: Parameters<typeof answered>[0]) => ({
          streamed: (await reply(ask, row)).answer,
          whole: (await reply(ask, twin)).answer,
        }),
      ];
    });
    await t.verifyEach(items, sameKind, 'no request was planned both streamed and not');
  },
};

const open: Check = {
  id: 'stream/layout',
  title: 'What chunks hold beyond their framing, and how the body comes',
  clauses: ['6'],
  level: 'open',
  about: `${SENT} Members beyond those that OpenAI documents, where usage is, and in how many reads bodies came are recorded.`,
  async run(t) {
    const readings: Reading[] = [];
    for (const gather of streams(t)) {
      try {
        readings.push(await gather(t));
      } catch (error) {
        if (!(error instanceof Undecided)) throw error;
      }
    }
    const exchanges = readings.map((reading) => reading.exchange);
    if (readings.length === 0) throw new Undecided('no stream could be read');
    const places = new Set(readings.map(usagePlace));
    t.observe('stream-usage', [...places].sort().join(' '), ...exchanges);
    t.observe('stream-extra-members', extraMembers(readings).join(' ') || 'none', ...exchanges);
    t.observe('stream-reads', readsOf(readings), ...exchanges);
  },
};

export const checks: readonly Check[] = [
  ...beginningsAndEnds,
  ...MUST_RULES.map(framingCheck('must')),
  ...SHOULD_RULES.map(framingCheck('should')),
  ...chunkChecks,
  pairs,
  open,
];
