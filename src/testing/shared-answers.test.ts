import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../run/suite.ts';

/*
 * A shared answer has one key and one maker, side by side: two makers of one answer would let the check that happens to come first
 * decide what the others see.
 */
const sources = globSync('{src,suites,reference}/**/*.ts', { cwd: PACKAGE_ROOT })
  .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('src/authoring/'))
  .map((file) => readFileSync(join(PACKAGE_ROOT, file), 'utf8'));

const found = (pattern: RegExp): string[] =>
  sources.flatMap((text) => Array.from(text.matchAll(pattern), ([, name]) => name!));

test('every key is defined once', () => {
  const names = found(/answerKey<[^\n]*>\(\s*(['`][^'`]*['`])/g);
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

test('no key is a bare text', () => {
  expect(found(/\.shared\(\s*(['`][^'`]*['`])/g)).toEqual([]);
});
