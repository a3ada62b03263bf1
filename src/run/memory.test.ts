import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Folders of tests and the proof: their effects on a process do not concern a run. */
const LABORATORY = /\.test\.ts$|^src\/(?:proof|testing|bench)\//;

test('no run changes how memory is managed', () => {
  const sources = globSync('src/**/*.ts').filter((path) => !LABORATORY.test(path));
  const changing = sources.filter((path) =>
    /setFlagsFromString|poolSize|expose-gc|\bgc\(/.test(readFileSync(path, 'utf8')),
  );
  expect(sources.length).toBeGreaterThan(500);
  expect(changing).toEqual([]);
});
