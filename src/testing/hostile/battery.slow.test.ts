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
/** Those that may take longest begin first. */
const ORDER = HOSTILE.toSorted((a, b) => (b.expects.seconds ?? 0) - (a.expects.seconds ?? 0));
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
