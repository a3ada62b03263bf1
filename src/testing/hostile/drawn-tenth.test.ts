import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HOSTILE } from '../../../reference/src/hostile/index.ts';
import { drawnTenth } from './drawn-tenth.ts';

const ids = (seed: string, all = HOSTILE) => drawnTenth(all, seed).map(({ id }) => id);

test('a seed draws the same tenth again, and another seed draws another', () => {
  expect(ids('a')).toHaveLength(Math.ceil(HOSTILE.length / 10));
  expect(ids('a', HOSTILE.toReversed())).toEqual(ids('a'));
  expect(ids('b')).not.toEqual(ids('a'));
});

test('every hostile service is drawn by some seed', () => {
  const drawn = new Set(Array.from({ length: 200 }, (_, seed) => ids(String(seed))).flat());
  expect(drawn.size).toBe(HOSTILE.length);
});

test('continuous integration runs a drawn tenth', () => {
  const script = readFileSync('.ci/run', 'utf8');
  expect(script).toContain('src/testing/hostile/battery');
  expect(script).toMatch(/^export HOSTILE_TENTH=/m);
});
