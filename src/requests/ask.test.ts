import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { requester } from '../testing/phases.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { answered, plainRow } from './ask.ts';
import { toolRow } from './basics.ts';

const completion = { choices: [{ index: 0, message: { role: 'assistant', content: 'hi' } }] };

test.each<[string, Exchange, boolean]>([
  ['200, whatever its body', exchange({ body: {} }), true],
  ['another success with choices', exchange({ status: 202, body: completion }), true],
  [
    'another success that streams',
    exchange({ status: 206, headers: { 'content-type': 'text/event-stream' }, body: '' }),
    true,
  ],
  ['another success without choices', exchange({ status: 202, body: { accepted: true } }), false],
  ['another success without a body', exchange({ status: 204, body: '' }), false],
])('a completion is an answer with %s: %s', async (_, answer, holds) => {
  const got = answered(
    requester(async () => answer),
    plainRow('m'),
  );
  if (holds) await expect(got).resolves.toBe(answer);
  else await expect(got).rejects.toMatchObject({ blockedBy: 'completion/status-200' });
});

const choosing = (() => {
  const row = toolRow('m');
  const choice = { type: 'function', function: { name: 'get_weather' } };
  return { ...row, body: { ...row.body, tool_choice: choice } };
})();

test.each<[string, (count: number) => boolean, object]>([
  ['every time', () => true, { name: 'NotApplicable' }],
  ['every second time', (count) => count % 2 === 0, { name: 'Inconclusive' }],
  ['at first', (count) => count < 3, { response: { status: 200 } }],
  ['but for the last time', (count) => count < 5, { name: 'Inconclusive' }],
])('a choice that names a function and is rejected %s', async (_, refuses, outcome) => {
  let count = 0;
  const service = requester(async ({ body }) => {
    const names = /"tool_choice":\{/.test(String(body));
    return exchange({ status: names && refuses(count++) ? 422 : 200, body: completion });
  });
  const got = await answered(service, choosing).catch((error: unknown) => error);
  expect(got).toMatchObject(outcome);
});
