import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { billed, priceOf } from './billed.ts';

const COMPLETIONS = '/api/v1/chat/completions';

test.each([
  ['a limit', { max_tokens: 8 }, { completions: 1, tokens: 8 }],
  ['the newer limit', { max_completion_tokens: 4 }, { completions: 1, tokens: 4 }],
  ['no limit', {}, { completions: 1, tokens: 256 }],
  ['several choices', { max_tokens: 8, n: 2 }, { completions: 2, tokens: 16 }],
  ['choices that are no number', { max_tokens: 8, n: '3' }, { completions: 1, tokens: 8 }],
  ['a limit between two', { max_tokens: 1.5 }, { completions: 1, tokens: 2 }],
  ['a limit that is none', { max_tokens: -1 }, { completions: 1, tokens: 256 }],
])('a request with %s', (_, body, price) => {
  const spec = { method: 'POST', path: COMPLETIONS, body: JSON.stringify(body) };
  expect(priceOf(spec)).toEqual(price);
});

test('a body that is no JSON object counts by the limit that one may read in it', () => {
  const price = (body: string) => priceOf({ method: 'POST', path: COMPLETIONS, body });
  expect(price('{"model":"m","max_tokens":1').tokens).toBe(1);
  expect(price("{'model':'m','max_tokens':1}").tokens).toBe(1);
  expect(price('{model:"m",max_tokens:1}').tokens).toBe(1);
  expect(price('[{"model":"m","max_tokens":1}]').tokens).toBe(1);
  expect(price(JSON.stringify('{"model":"m","max_tokens":1}')).tokens).toBe(1);
  expect(price('hello').tokens).toBe(256);
  expect(price('[]').tokens).toBe(256);
});

test.each([
  ['GET', COMPLETIONS],
  ['POST', '/api/v1/usage/stats'],
])('%s %s costs nothing', (method, path) => {
  expect(priceOf({ method, path, body: '{}' })).toEqual({ completions: 0, tokens: 0 });
});

test.each([
  [200, 1],
  [202, 1],
  [422, 0],
  [503, 0],
])('an answer of %i is billed %i times', (status, completions) => {
  const method = 'POST';
  const answered = exchange({ method, url: `http://s.test${COMPLETIONS}`, status });
  expect(billed(answered).completions).toBe(completions);
});

test.each([
  ['a number in a string, honored', { max_tokens: '4' }, 4, 4],
  ['a number in a string, ignored', { max_tokens: '4' }, 9, 256],
  ['true for one', { max_completion_tokens: true, n: 2 }, 2, 2],
  ['another type', { max_tokens: [4] }, 4, 256],
  ['no limit', {}, 4, 256],
  ['a number in a string, without usage', { max_tokens: '4' }, undefined, 256],
])('an accepted limit that is %s', (_, request, completion, tokens) => {
  const usage = { prompt_tokens: 5, completion_tokens: completion, total_tokens: 5 + (completion ?? 0) };
  const answered = exchange({
    method: 'POST',
    url: `http://s.test${COMPLETIONS}`,
    request,
    body: JSON.stringify(completion === undefined ? {} : { usage }),
  });
  expect(billed(answered).tokens).toBe(tokens);
});
