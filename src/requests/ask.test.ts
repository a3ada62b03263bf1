import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { requester } from '../testing/phases.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { answered, plainRow } from './ask.ts';

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
