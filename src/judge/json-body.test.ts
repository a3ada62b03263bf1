import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { jsonBody } from './json-body.ts';

test('the values of large bodies are let go when others come', () => {
  const large = () => exchange({ body: { text: 'x'.repeat(1_000_000) } });
  const [small, first] = [exchange({ body: { a: 1 } }), large()];
  const value = jsonBody(first);
  expect(jsonBody(first)).toBe(value);
  for (let n = 0; n < 5; n++) jsonBody(large());
  expect(jsonBody(first)).not.toBe(value);
  expect(jsonBody(first)).toEqual(value);
  expect(jsonBody(small)).toBe(jsonBody(small));
});
