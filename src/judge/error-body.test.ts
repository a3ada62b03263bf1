import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { errorShape, insides, isRefusal } from './error-body.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };

test.each([
  [{ error: { message: 'a', code: null } }, undefined, 'application/json {error:{code,message}}'],
  [{ detail: [{ loc: ['body'], msg: 'a' }] }, undefined, 'application/json {detail:[{}]}'],
  ['<h1>no</h1>', html, 'text/html'],
  ['', html, 'empty'],
  [{ '\u001b[2J<script>': 1 }, undefined, 'application/json {??2J?script?}'],
  ['x'.repeat(70_000), html, 'text/html, large'],
])('the shape of %j', (body, headers, expected) => {
  expect(errorShape(exchange({ status: 422, body, ...(headers && { headers }) }))).toBe(expected);
});

test.each([
  ['Traceback (most recent call last):\n  File "/app/api/main.py"', ['stack trace', 'file path']],
  ['Error\n    at handler (/srv/app/index.js:10:5)', ['stack trace', 'file path']],
  ['near: SELECT id FROM usage WHERE limit', ['SQL']],
  ['temperature must be at most 2', []],
])('what %j shows of the inside', (body, expected) => {
  expect(insides(exchange({ status: 500, body }))).toEqual(expected);
});

test.each([
  [200, false],
  [422, true],
  [500, true],
])('the body of a %i is an error body: %s', (status, expected) => {
  expect(isRefusal(exchange({ status, body: {} }))).toBe(expected);
});
