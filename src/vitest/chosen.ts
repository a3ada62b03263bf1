import { basename } from 'node:path';
import { UNDIVIDED } from '../run/shards.ts';
import { type Announced, FILE_ENDING } from './protocol.ts';
import { testName } from './register.ts';

export { type Announced, FILE_ENDING } from './protocol.ts';

/**
 * What vitest was told to run: the ids of the checks in these files whose names fit the pattern, and in how many of the
 * files there are any. vitest reads one file after the other, and the first one must ask for all.
 */
export function chosenChecks({ files, pattern }: Omit<Announced, 'run'>): { ids: string[]; files: number } {
  const fits = pattern && new RegExp(...pattern);
  const bySection = files
    .map((file) => UNDIVIDED.get(basename(file, FILE_ENDING))!)
    .map((checks) => checks.map((check) => ({ id: check.id, name: testName(check) })))
    .map((tests) => tests.filter(({ name }) => !fits || name.match(fits)).map(({ id }) => id));
  return { ids: bySection.flat(), files: bySection.filter((ids) => ids.length > 0).length };
}
