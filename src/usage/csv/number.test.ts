import { expect, test } from 'vitest';
import { fills, isUnknownNumber, odd } from './number.ts';

test.each([
  ['1204', 1204, 'plain'],
  ['0', 0, 'plain'],
  ['-5', -5, 'plain'],
  ['9007199254740993', 9007199254740993n, 'plain'],
  ['1,204', 1204, 'grouped'],
  ['1.204.567', 1204567, 'grouped'],
  ['1 204', 1204, 'grouped'],
  ['1’204', 1204, 'grouped'],
  ['1\u2009204', 1204, 'grouped'],
  ['5,61,210', 561210, 'grouped'],
  ['1,23,45,678', 12345678, 'grouped'],
  ['1,23,45', undefined, 'none'],
  ['1,234,56,789', undefined, 'none'],
  ['1204.0', 1204, 'fraction of zeros'],
  ['1.204E+3', 1204, 'exponent'],
  ['1e2', 100, 'exponent'],
  ["'1204", 1204, 'marked as text'],
  ['="1204"', 1204, 'marked as text'],
  [' 1204', 1204, 'padded'],
  ['007', 7, 'padded'],
  ['1.5', undefined, 'none'],
  ['1.2345e2', undefined, 'none'],
  ['', undefined, 'none'],
  ['None', undefined, 'none'],
  ['1,2,3', undefined, 'none'],
])('%j is %s, %s', (text, value, shape) => {
  expect(odd(text)).toEqual({ value, shape });
});

test.each([
  [7, 1, true],
  [42, 2, true],
  [42, 3, false],
  [0, 1, true],
  [0, 2, false],
  [-4, 2, false],
])('%s fills %s characters: %s', (value, length, answer) => {
  expect(fills(value, length)).toBe(answer);
});

test.each([
  ['٢٤٨', true],
  ['248 tokens', true],
  ['1.234.5', true],
  ['678.5', false],
  ['.5', false],
  ['0,5', true],
  ['1,2345', true],
  ['8.80e+1', false],
  ['n/a', false],
  ['many', false],
  ['2026-01-01', false],
  ['0f8fad5b-d9cb-469f-a165-70867728950e', false],
])('%j has an unknown format: %s', (text, answer) => {
  expect(isUnknownNumber(text)).toBe(answer);
});
