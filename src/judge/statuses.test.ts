import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { outsideSection7, rateLimitHeaders, requestIdHeaders, retryAfterForm } from './statuses.ts';

const found = (status: number, parts = {}) =>
  outsideSection7(new Map([[status, exchange({ status, ...parts })]])).length;

test.each([200, 400, 401, 402, 422, 429, 500, 503])('%i is named in section 7', (status) => {
  expect(found(status)).toBe(0);
});

test.each([201, 204, 206, 302, 403, 409, 418, 505])('%i is not', (status) => {
  expect(found(status)).toBe(1);
});

test.each([408, 502, 504, 522, 529, 404, 405, 413, 415])('%i is transient, or left open', (status) => {
  expect(found(status)).toBe(0);
});

test('a key in another form may get any 4xx, and gateways answer for themselves', () => {
  expect(found(403, { owner: 'auth/other-forms/completion' })).toBe(0);
  expect(found(403, { body: '<html>', headers: { 'content-type': 'text/html' } })).toBe(0);
  expect(found(201, { owner: 'auth/other-forms/completion' })).toBe(1);
});

test('headers are found by name, in any case, each once', () => {
  const seen = [
    exchange({ headers: { 'X-RateLimit-Remaining': '1', 'X-Request-Id': 'a' } }),
    exchange({ headers: { 'x-ratelimit-remaining': '0', 'Retry-After': '1', 'cf-ray': 'b' } }),
  ];
  expect(rateLimitHeaders(seen)).toEqual(['retry-after', 'x-ratelimit-remaining']);
  expect(requestIdHeaders(seen)).toEqual(['cf-ray', 'x-request-id']);
});

test.each([
  ['3', 'seconds'],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 'date'],
  ['soon', 'unreadable'],
  [undefined, 'absent'],
])('Retry-After %s is %s', (value, form) => {
  expect(retryAfterForm(exchange({ headers: value === undefined ? {} : { 'retry-after': value } }))).toBe(
    form,
  );
});
