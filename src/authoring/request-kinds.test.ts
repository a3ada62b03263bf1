import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { kindsOf } from './request-kinds.ts';

test.each([
  ['a plain one', exchange({ request: { model: 'm' } }), ['plain']],
  [
    'what several members say',
    exchange({ request: { stream: true, n: 2 } }),
    ['several choices', 'streamed'],
  ],
  ['a bad one', exchange({ request: { temperature: 3 }, status: 422 }), ['refused']],
])('%s', (_, one, kinds) => {
  expect(kindsOf([one])).toEqual(kinds);
});
