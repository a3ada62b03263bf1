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

test.each([
  ['ab', 'a*b*c', false],
  ['abcbc', 'a*bc', true],
  ['abcbd', 'a*bc', false],
  ['a.c', 'a?*', false],
  ['a\nc', '*c', true],
  ['a*c', 'a*c*', true],
])('%j fits %j: %s', (text, pattern, fits) => {
  expect(globOver([pattern])(text)).toBe(fits);
});

test('a pattern of many wildcards is decided at once', () => {
  const startedAt = performance.now();
  expect(globOver(['*a'.repeat(400)])(`${'a'.repeat(800)}b`)).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
