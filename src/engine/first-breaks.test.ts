import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import { createFirstBreaks } from './first-breaks.ts';
import { type QueuedRequest, queuedRequestOf } from './queued-request.ts';

const spec = (stream: boolean, tokens: number): RequestSpec => ({
  method: 'POST',
  path: '/api/v1/chat/completions',
  label: 'a row',
  body: JSON.stringify({ model: 'm', stream, max_tokens: tokens }),
  billable: { tokens, choices: 1 },
});
const standing = (stream: boolean, turn = 0, name = 'pairs-01', tokens = 4): QueuedRequest =>
  queuedRequestOf(spec(stream, tokens), `completion/${name}`, turn, 1, turn > 0)!;
const cut = exchange({ body: 'data: {', failure: { kind: 'cut', message: 'cut' } });

test('the cheapest are repeated, and what is of the same kind waits until they are through', () => {
  const breaks = createFirstBreaks();
  const [first, second] = [standing(true), standing(true, 1)];
  expect(breaks.holds(first)).toBe(false);
  breaks.note(first, cut);
  breaks.review([second], true);
  expect([breaks.holds(first), breaks.holds(second), breaks.holds(standing(false))]).toEqual([
    true,
    true,
    false,
  ]);
  const dear = [2, 3, 4].map((n) => standing(true, 1, `pairs-0${n}`, 64));
  breaks.review([...dear, second, first], false);
  expect([second, ...dear, first].map((one) => breaks.holds(one))).toEqual([false, false, false, true, true]);
  breaks.review([...dear.slice(2), standing(true, 2), first], false);
  expect(breaks.holds(first)).toBe(true);
  breaks.review([dear[2]!, first], false);
  expect([first, dear[2]!].map((one) => breaks.holds(one))).toEqual([false, false]);
  breaks.note(first, cut);
  expect(breaks.holds(first)).toBe(false);
});

test('an answer that is whole, or none at all, makes nobody wait', () => {
  const breaks = createFirstBreaks();
  breaks.note(standing(true), exchange({ body: 'data: [DONE]\n\n' }));
  breaks.note(standing(true), exchange({ status: null, failure: { kind: 'reset', message: 'reset' } }));
  expect(breaks.holds(standing(true))).toBe(false);
});
