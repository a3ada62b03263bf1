import { beforeAll, describe, expect, test } from 'vitest';
import { HOSTILE } from '../../reference/hostile/index.ts';
import { limitConcurrency } from '../limit-concurrency.ts';
import { complaints } from './complaints.ts';
import { type Trial, tryOut } from './trial.ts';

/*
 * The command against every hostile service: how it ends, what it says of the checks that the behaviour touches, how
 * long it takes and how much memory, and what it leaves behind.
 */

/** Trials that run side by side: most of them wait for a limit most of the time. */
const LANES = 4;
/**
 * Those that may take longest begin first, each beside one that takes little: bombs keep a processor busy for as long as
 * they are unpacked, and four of them at once would be timed beside one another.
 */
const LONGEST_FIRST = HOSTILE.toSorted((a, b) => (b.expects.seconds ?? 0) - (a.expects.seconds ?? 0));
const HALF = Math.ceil(LONGEST_FIRST.length / 2);
const ORDER = LONGEST_FIRST.slice(0, HALF).flatMap((long, i) => [
  long,
  ...LONGEST_FIRST.slice(HALF + i, HALF + i + 1),
]);
const LIMIT_MS = 360_000;

let trials: Promise<Trial>[];
beforeAll(() => {
  trials = limitConcurrency(ORDER, LANES, tryOut);
});

describe('a run survives a service that', () => {
  test.each(ORDER.map(({ title, expects }, i) => [title, expects, i] as const))(
    '%s',
    async (_, expects, i) => {
      expect(complaints(expects, await trials[i]!).join('\n')).toBe('');
    },
    LIMIT_MS,
  );
});
