import { expect, test } from 'vitest';
import { createOwnRefusals } from './own-refusals.ts';

test('a kind is known after five, looked at once in ten, and forgotten when everything meets it', () => {
  const own = createOwnRefusals();
  for (let i = 0; i < 4; i++) own.found('403');
  expect(own.isKnown('403')).toBe(false);
  own.found('403');
  const known = Array.from({ length: 20 }, () => own.isKnown('403'));
  expect(known.filter((one) => !one)).toHaveLength(2);
  expect(own.isKnown('409')).toBe(false);
  own.forget('403');
  expect(own.isKnown('403')).toBe(false);
});
