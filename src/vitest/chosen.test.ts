import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { CHECKS, SECTIONS } from '../../suites/index.ts';
import { UNDIVIDED } from '../run/shards.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { chosenChecks, FILE_ENDING } from './chosen.ts';

const files = globSync(`src/vitest/sections/*${FILE_ENDING}`, { cwd: PACKAGE_ROOT }).map((file) =>
  join(PACKAGE_ROOT, file),
);

test('every section, or part of one that no shard divides, has its test file', () => {
  expect(files.map((file) => basename(file, FILE_ENDING)).sort()).toEqual([...UNDIVIDED.keys()].sort());
});

test('without a pattern everything in the files is chosen', () => {
  expect(new Set(chosenChecks({ files }).ids)).toEqual(new Set(CHECKS.map(({ id }) => id)));
  expect(chosenChecks({ files }).files).toBe(files.length);
});

test('a pattern chooses by id and title, over all files', () => {
  const { ids, files: among } = chosenChecks({ files, pattern: ['^stream/ends-with-done: A stream', ''] });
  expect(ids).toEqual(['stream/ends-with-done']);
  expect(among).toBe(1);
});

test('files that are not run are left out', () => {
  const streams = files.filter((file) => file.includes('6-streams'));
  expect(chosenChecks({ files: streams }).ids.sort()).toEqual(
    SECTIONS['6-streams'].map(({ id }) => id).sort(),
  );
});
