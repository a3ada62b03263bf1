import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { speaksOfLimit } from '../vocabulary/limit-words.ts';
import { refusedWith429 } from './rate-limit.ts';

const refused = exchange({ id: 'e1', status: 403, body: { error: { message: 'Rate limit reached.' } } });
const silent = exchange({ id: 'e1', status: 403, body: { error: { message: 'Forbidden.' } } });
const [control, later, again] = ['e2', 'e3', 'e4'].map((id) => exchange({ id, status: 400 })) as [
  ReturnType<typeof exchange>,
  ReturnType<typeof exchange>,
  ReturnType<typeof exchange>,
];

test.each([
  ['that speaks of a limit, and comes again in a burst only', { refused, again, slowly: true }, undefined],
  ['that does not speak of one', { refused: silent, again, slowly: true }, 'warn'],
  ['that no second burst brings', { refused, slowly: false }, 'warn'],
  [
    'by a gateway in front',
    {
      refused: exchange({ id: 'e1', status: 403, body: '<!doctype html><p>rate limited' }),
      again,
      slowly: true,
    },
    'inconclusive',
  ],
  ['that a slow pace brings too', { refused, again, slowly: false }, 'warn'],
])('a refusal of everything %s', (_, seen, as) => {
  const [found] = refusedWith429({ control, later, ...seen });
  expect(found?.as).toBe(as);
  expect(found?.exchanges[0]).toBe('e1');
});

test('what speaks of a limit', () => {
  expect(speaksOfLimit(refused)).toBe(true);
  expect(speaksOfLimit(silent)).toBe(false);
});
