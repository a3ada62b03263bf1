import { expect, test } from 'vitest';
import { lengthReportedByNone, lengthReportedBySome } from '../../src/judge/completion/usage.ts';
import { LONG } from '../../src/requests/prompts.ts';
import { exchange } from '../../src/testing/exchange.ts';
import { requester } from '../../src/testing/phases.ts';
import type { RequestSpec } from '../../src/vocabulary/exchange.ts';
import { planned } from '../../src/vocabulary/planned-completion.ts';
import { Inconclusive } from '../../src/vocabulary/undecidable.ts';
import { limited } from './limits.ts';

/** A service whose answers take so many tokens of what they may, and end so; and how often it was asked. */
function service(
  taken: (most: number) => number,
  finish: (most: number, newer: boolean) => string,
  text = (_asked: number) => 'word',
) {
  let asked = 0;
  const send = async (spec: RequestSpec) => {
    asked += 1;
    const body = JSON.parse(String(spec.body)) as { max_tokens?: number; max_completion_tokens?: number };
    const most = body.max_tokens ?? body.max_completion_tokens!;
    const end = finish(most, body.max_completion_tokens !== undefined);
    const completion_tokens = taken(most);
    return exchange({
      id: `e${asked}`,
      body: {
        id: 'c',
        created: 1,
        model: 'm',
        choices: [{ index: 0, message: { role: 'assistant', content: text(asked) }, finish_reason: end }],
        usage: { prompt_tokens: 1, completion_tokens, total_tokens: completion_tokens + 1 },
      },
    });
  };
  return { ask: requester(send), asked: () => asked };
}

const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) =>
  planned(id, 'a row', { model: 'm', messages: [{ role: 'user', content: id }], max_tokens: 4 }),
);
const same = (most: number) => most;

test('answers that say that they were cut are taken as they are', async () => {
  const { ask, asked } = service(same, () => 'length');
  const { answers, doubtful } = await limited(ask, rows);
  expect([answers.length, doubtful, asked()]).toEqual([6, [], 6]);
});

test('where none says so, two are asked for again, and stay when they go on', async () => {
  const { ask, asked } = service(same, () => 'stop');
  expect((await limited(ask, rows)).answers).toHaveLength(6);
  expect(asked()).toBe(8);
});

test('where only those with the newer name of the limit do not say so, it is asked for again', async () => {
  const { ask, asked } = service(same, (_, newer) => (newer ? 'stop' : 'length'));
  const body = { model: 'm', messages: [{ role: 'user', content: LONG }], max_completion_tokens: 4 };
  const { answers } = await limited(ask, [...rows, planned('newer', 'a long text', body)]);
  expect([answers.length, asked()]).toEqual([7, 8]);
});

test('those that end where they ended with a larger limit too are left out: nothing is decided', async () => {
  const { ask } = service(
    () => 4,
    () => 'stop',
  );
  await expect(limited(ask, rows)).rejects.toThrow('too few answers used exactly the token limit');
});

test.each([
  [
    'one that takes a little more is another text, no longer one',
    (most: number) => (most > 4 ? 9 : 4),
    false,
  ],
  ['one that takes all of the larger limit was cut', same, true],
])('of texts that differ each time: %s', async (_, taken, kept) => {
  const { ask } = service(
    taken,
    () => 'stop',
    (asked) => `text ${asked}`,
  );
  if (kept) expect((await limited(ask, rows)).answers).toHaveLength(6);
  else await expect(limited(ask, rows)).rejects.toThrow('too few answers used exactly the token limit');
});

test('answers below their limit decide nothing', async () => {
  const { ask } = service(
    () => 2,
    () => 'stop',
  );
  await expect(limited(ask, rows)).rejects.toThrow(Inconclusive);
});

test('a limit that is not kept is told by its own check', async () => {
  const { ask } = service(
    (most) => most + 1,
    () => 'stop',
  );
  await expect(limited(ask, rows)).rejects.toMatchObject({ blockedBy: 'completion/within-limit' });
});

test.each([
  ['one that goes on too is a finding', false, 'word upon word upon word', 1],
  ['one that ends there again is left out', false, 'word', 0],
  ['both that say stop and go on are a finding', true, 'word upon word upon word', 1],
  ['both that say stop and end there again are left out', true, 'word', 0],
])('of two choices that took all tokens: %s', async (_, areBoth, longer, told) => {
  const send = async (spec: RequestSpec) => {
    const { max_tokens: most, n = 1 } = JSON.parse(String(spec.body)) as { max_tokens: number; n?: number };
    const choices = Array.from({ length: n }, (__, index) => ({
      index,
      message: { role: 'assistant', content: most > 4 ? (index ? longer : 'word and word') : 'word' },
      finish_reason: index || (areBoth && n > 1) ? 'stop' : 'length',
    }));
    const usage = { prompt_tokens: 1, completion_tokens: most * n, total_tokens: most * n + 1 };
    return exchange({ body: { id: 'c', created: 1, model: 'm', choices, usage } });
  };
  const ask = requester(send);
  const body = { model: 'm', messages: [{ role: 'user', content: LONG }], max_tokens: 4, n: 2 };
  const { answers } = await limited(ask, [...rows, planned('two', 'two choices', body)]);
  const accused = areBoth ? lengthReportedByNone(answers) : answers.filter(lengthReportedBySome);
  expect(accused).toHaveLength(told);
});
