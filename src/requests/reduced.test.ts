import { expect, test } from 'vitest';
import { planned } from '../vocabulary/planned-completion.ts';
import { reduced } from './reduced.ts';

const row = planned('r', 'a combination', {
  model: 'm',
  messages: [{ role: 'user', content: 'Hi' }],
  max_tokens: 8,
  temperature: 0,
  n: 2,
  logprobs: true,
  top_logprobs: 2,
  stop: ['a'],
});
const has = (body: Record<string, unknown>, ...members: string[]) => members.every((m) => m in body);

test.each<[string, (body: Record<string, unknown>) => boolean | undefined, string[]]>([
  ['two members', (body) => !has(body, 'n', 'temperature'), ['n', 'temperature']],
  ['one member', (body) => !has(body, 'stop'), ['stop']],
  [
    'a member and what it needs',
    (body) => !has(body, 'top_logprobs', 'n'),
    ['logprobs', 'n', 'top_logprobs'],
  ],
  ['a member beside its companion only', (body) => !has(body, 'logprobs', 'n'), ['logprobs', 'n']],
  ['everything', () => false, []],
  [
    'what cannot be decided stays',
    (body) => (has(body, 'stop') ? !has(body, 'n') : undefined),
    ['n', 'stop'],
  ],
])('a refused combination is made smaller: %s', async (_, accepts, members) => {
  let paid = 0;
  const { body } = await reduced(row, async (smaller) => {
    const answer = accepts(smaller.body);
    if (answer) paid++;
    return answer;
  });
  const { model: _m, messages: _t, max_tokens, ...left } = body;
  expect([max_tokens, Object.keys(left).sort()]).toEqual([8, members]);
  expect(paid).toBeLessThanOrEqual(3);
});

test('replayed calls keep their tools, and what costs too much is not tried further', async () => {
  const calls = { role: 'assistant', tool_calls: [{ id: 'c' }] };
  const replayed = planned('r', 'calls', { ...row.body, messages: [calls], tools: [{}] });
  expect((await reduced(replayed, async () => false)).body).toHaveProperty('tools');
  let asked = 0;
  const all = await reduced(row, async () => ++asked > 0);
  expect([asked, all]).toEqual([3, row]);
});
