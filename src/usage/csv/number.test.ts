import { expect, test } from 'vitest';
import { fills, odd } from './number.ts';

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
