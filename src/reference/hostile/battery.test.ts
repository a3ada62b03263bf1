import { beforeAll, describe, expect, test } from 'vitest';
import { complaints } from './complaints.ts';
import { HOSTILE } from './index.ts';
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

const trials = new Map(ORDER.map(({ id }) => [id, Promise.withResolvers<Trial>()]));

beforeAll(() => {
  const waiting = ORDER.values();
  const lane = async () => {
    for (const hostile of waiting) {
      const { promise, resolve, reject } = trials.get(hostile.id)!;
      tryOut(hostile).then(resolve, reject);
      await promise.catch(() => {});
    }
  };
  for (let i = 0; i < LANES; i++) void lane();
});

describe('a run survives a service that', () => {
  test.each(ORDER.map((hostile) => [hostile.title, hostile] as const))(
    '%s',
    async (_, { id, expects }) => {
      expect(complaints(expects, await trials.get(id)!.promise)).toEqual([]);
    },
    LIMIT_MS,
  );
});
