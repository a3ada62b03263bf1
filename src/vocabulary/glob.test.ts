import { expect, test } from 'vitest';
import { globOver } from './glob.ts';

test.each([
  ['a/b', ['a/b'], true],
  ['a/b', ['a/*'], true],
  ['a/b-c', ['*/b-*'], true],
  ['a/b', ['a/c', 'b/*'], false],
  ['a/b', [], false],
  ['a/bc', ['a/b'], false],
  ['a/bc', ['a.*c'], false],
] as const)('%s, %j: %s', (id, patterns, fits) => {
  expect(globOver(patterns)(id)).toBe(fits);
});
