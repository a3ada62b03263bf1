import { describe, expect, test } from 'vitest';
import { eachChunk } from '../judge/stream/reading.ts';
import { withReadableChunks, withRequestedChoices } from '../judge/stream/usable.ts';
import { exchange, streamExchange } from '../testing/exchange.ts';
import { requester } from '../testing/phases.ts';
import type { ChoicePart } from '../vocabulary/answer.ts';
import type { Exchange, RequestSpec } from '../vocabulary/exchange.ts';
import { planned } from '../vocabulary/planned-completion.ts';
import { decided, Inconclusive } from '../vocabulary/undecidable.ts';
import { completed, endingOf } from './bodies.ts';
import { corpus } from './corpus.ts';
import { completeReply, reply } from './replies.ts';
import { toolChoice, unstopped } from './rows.ts';

/** Answers each request by its body; a rejection when that is an error. */
function asking(answer: (body: { max_tokens: number; stream?: boolean }) => Exchange | Error) {
  const asked: unknown[] = [];
  const send = async (spec: RequestSpec) => {
    const body = JSON.parse(String(spec.body));
    asked.push(body);
    const given = answer(body);
    if (given instanceof Error) throw given;
    return given;
  };
  return { ask: requester(send), asked };
}

const row = (members: object = {}) =>
  planned('r', 'a row', { model: 'm', messages: [], max_tokens: 4, ...members });
const body = (content: string, finish = 'stop') => ({
  id: 'c',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
});
const besides = (more: object) => ({ ...body('x'), choices: [{ ...body('x').choices[0], ...more }] });
const blockerOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: unknown) => (error instanceof Inconclusive ? (error.blockedBy ?? 'nobody') : String(error)),
  );
const shown = (choice: { content: string }) => choice.content === 'done';

describe('an answer that has to be complete', () => {
  test('is asked for once when it ended by itself, or shows what is wanted', async () => {
    for (const given of [body('other'), body('done', 'length')]) {
      const { ask, asked } = asking(() => exchange({ body: given }));
      await completeReply(ask, row(), shown);
      expect(asked).toHaveLength(1);
    }
  });

  test('is asked for once more with a larger limit when it was cut', async () => {
    const { ask, asked } = asking((b) =>
      exchange({ body: b.max_tokens > 4 ? body('done') : body('do', 'length') }),
    );
    const { answer } = await completeReply(ask, row(), shown);
    expect([answer.choices[0]?.content, asked.length]).toEqual(['done', 2]);
  });

  test('is undecided when it is cut again', async () => {
    const { ask, asked } = asking(() => exchange({ body: body('do', 'length') }));
    expect(await blockerOf(completeReply(ask, row(), shown))).toBe('nobody');
    expect(asked).toHaveLength(2);
  });
});

const delta = (more: object) => ({ id: 'c', choices: [{ index: 0, delta: { role: 'assistant' }, ...more }] });

describe('what another check answers for is left to it', () => {
  test.each<[string, object, Exchange, string]>([
    ['a refusal', {}, exchange({ status: 422, body: {} }), 'request/accepts-combinations'],
    ['an event stream', {}, streamExchange([]), 'stream/only-when-asked'],
    ['no JSON', {}, exchange({ body: 'hello' }), 'completion/body-is-json'],
    ['no choices', {}, exchange({ body: { id: 'c', created: 1, model: 'm' } }), 'completion/fits-schema'],
    ['a seed that is no number', {}, exchange({ body: besides({ seed: 'x', token_ids: [null] }) }), 'none'],
    [
      'a name that is no text',
      {},
      exchange({ body: besides({ message: { role: 'assistant', name: 5 } }) }),
      'none',
    ],
    [
      'content that is no text',
      {},
      exchange({ body: besides({ message: { role: 'assistant', content: 5 } }) }),
      'completion/fits-schema',
    ],
    ['too few choices', { n: 2 }, exchange({ body: body('x') }), 'completion/choices-as-asked'],
    ['JSON for a stream', { stream: true }, exchange({ body: body('x') }), 'stream/content-type'],
    [
      'a stream that is labelled JSON: its lines are read',
      { stream: true },
      exchange({ body: 'data: {}\ndata: [DONE]\n\n', headers: { 'content-type': 'application/json' } }),
      'stream/one-data-line',
    ],
    ['no blank lines', { stream: true }, streamed('data: {}\ndata: [DONE]\n\n'), 'stream/one-data-line'],
    ['a payload that is no JSON', { stream: true }, streamed('data: x\n\n'), 'stream/payloads-are-json'],
    [
      'a choice too many',
      { stream: true },
      streamExchange([delta({}), delta({ index: 1 })]),
      'stream/choices-as-asked',
    ],
    ['no end of a choice', { stream: true }, streamExchange([delta({})]), 'stream/finish-reason-once'],
    [
      'a choice without an index, where one was asked for',
      { stream: true },
      streamExchange([delta({ index: undefined, finish_reason: 'stop' })]),
      'none',
    ],
    [
      'choices without an index, where two were asked for',
      { stream: true, n: 2 },
      streamExchange([delta({ index: undefined, finish_reason: 'stop' })]),
      'stream/documented-types',
    ],
    ['nothing wrong', { stream: true }, streamExchange([delta({ finish_reason: 'stop' })]), 'none'],
  ])('%s', async (_, members, answer, blockedBy) => {
    const { ask } = asking(() => answer);
    expect(await blockerOf(reply(ask, row(members)))).toBe(blockedBy);
  });
});

function streamed(text: string): Exchange {
  return exchange({ body: text, headers: { 'content-type': 'text/event-stream' } });
}

const said = delta({ finish_reason: null });
const line = (...payloads: unknown[]) =>
  streamed(payloads.map((p) => `data: ${typeof p === 'string' ? p : JSON.stringify(p)}\n\n`).join(''));

test.each<[string, Exchange, number | string]>([
  ['all of them', line(said, said, '[DONE]'), 2],
  ['without an end', line(said, said), 2],
  ['beside a payload that is no JSON', line(said, '{"cut', said), 2],
  ['before an error', line(said, { error: { message: 'oops' } }), 1],
  ['beside choices that are no array', line(said, { id: 'c', choices: 'x' }, '[DONE]'), 1],
  ['of an error alone', line({ error: { message: 'oops' } }, '[DONE]'), 'stream/served'],
  ['of nothing', line('[DONE]'), 'stream/choices-as-asked'],
  ['of nothing, without an end', line('{"cut'), 'stream/payloads-are-json'],
  ['of other types only', line({ id: 'c', choices: 'x' }, '[DONE]'), 'stream/documented-types'],
  ['before which an error comes', line({ id: 'c', choices: [] }, { error: 'oops' }), 'stream/served'],
])('chunks that can be judged each by itself: %s', async (_, answer, expected) => {
  const readable = eachChunk(answer).then((reading) => withReadableChunks({ ...reading, row: row() }));
  const found = await readable.then(
    ({ chunks }) => chunks.length,
    () => blockerOf(readable),
  );
  expect(found).toBe(expected);
});

test.each<[string, number, number[], number[] | undefined]>([
  ['one that nobody asked for, in one chunk', 1, [0, 0, 7], [0, 0]],
  ['one that nobody asked for, in several', 2, [0, 1, 2, 0, 1, 2], [0, 1, 0, 1]],
  ['an index that counts chunks', 1, [0, 1, 2], undefined],
  ['one that did not come', 2, [0, 0], undefined],
  ['none', 1, [], undefined],
])('choices that were asked for are told from others: %s', async (_, n, indices, kept) => {
  const stream = streamExchange(indices.map((index) => delta({ index })));
  const found = withRequestedChoices({ ...(await eachChunk(stream)), row: row({ n }) });
  const ofChunk = (json: { choices?: unknown }) => json.choices as { index: number }[];
  expect(found?.chunks.flatMap(({ json }) => ofChunk(json).map(({ index }) => index))).toEqual(kept);
});

const parts = delta({ delta: { role: 'assistant', content: [{ type: 'text' }] }, finish_reason: 'stop' });
const argument = { tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: {} } }] };
const object = delta({ delta: argument, finish_reason: 'stop' });

test.each<[string, object, ChoicePart | undefined, string]>([
  ['content in parts, all', parts, undefined, 'stream/documented-types'],
  ['content in parts, texts', parts, 'texts', 'stream/documented-types'],
  ['content in parts, reasoning', parts, 'reasoning', 'none'],
  ['content in parts, ends', parts, 'ends', 'none'],
  ['arguments that are an object, all', object, undefined, 'stream/documented-types'],
  ['arguments that are an object, texts', object, 'texts', 'none'],
  ['a reason that is a number, ends', delta({ finish_reason: 5 }), 'ends', 'stream/documented-types'],
  ['reasoning that is a number', delta({ delta: { reasoning: 5 } }), 'reasoning', 'stream/documented-types'],
])('what is looked at in a stream need not be all of it: %s', async (_, chunk, at, blockedBy) => {
  const { ask } = asking(() => streamExchange([chunk]));
  expect(await blockerOf(reply(ask, row({ stream: true }), at))).toBe(blockedBy);
});

test('a body that breaks alike three times counts beside a sound control only', async () => {
  const broken = [0, 1, 2].map((turn) =>
    exchange({ id: `e${turn}`, body: '{', failure: { kind: 'cut', message: 'cut' } }),
  );
  const gives =
    (control: Exchange | Error) =>
    ({ stream }: { stream?: boolean }) =>
      stream ? control : new Inconclusive('cut, 3 times', broken);
  const control = row({ stream: true });
  const { ask } = asking(gives(streamExchange([])));
  expect(await endingOf(ask, row(), control)).toMatchObject({ broken: true });
  expect(await blockerOf(endingOf(ask, row(), undefined).then(decided))).toBe('nobody');
  const { ask: alone } = asking(gives(new Inconclusive('cut too')));
  expect(await blockerOf(endingOf(alone, row(), control).then(decided))).toBe('nobody');
  expect(await blockerOf(completed(ask, row()))).toBe('completion/body-ends');
});

test.each([
  [undefined, true],
  ['e', false],
  ['###', true],
  [['###', '<<END>>'], true],
  [['###', 'end'], false],
  [null, true],
])('stop %j cannot cut a call or JSON: %s', (stop, sound) => {
  expect(unstopped(row({ stop }))).toBe(sound);
});

test('no stop string of the corpus may cut a call that must come', () => {
  for (let seed = 1; seed <= 12; seed++) {
    const forced = corpus({ profile: 'standard', seed, model: 'm', reasoningModel: 'r' }).filter((one) =>
      ['required', 'named'].includes(toolChoice(one) ?? ''),
    );
    expect(forced.filter((one) => !unstopped(one))).toEqual([]);
  }
});
