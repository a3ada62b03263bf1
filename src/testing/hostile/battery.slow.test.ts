import { afterAll, describe, expect, test } from 'vitest';
import { HOSTILE } from '../../reference/hostile/index.ts';
import { complaints } from './complaints.ts';
import { tryOut } from './trial.ts';

/*
 * The command against every hostile service: how it ends, what it says of the checks that the behaviour touches, how
 * long it takes and how much memory, and what it leaves behind.
 */

/** The longest first, each beside one that takes little; `maxConcurrency` says how many run side by side. */
const LONGEST_FIRST = HOSTILE.toSorted((a, b) => (b.expects.seconds ?? 0) - (a.expects.seconds ?? 0));
const HALF = Math.ceil(LONGEST_FIRST.length / 2);
const ORDER = LONGEST_FIRST.slice(0, HALF).flatMap((long, i) => [
  long,
  ...LONGEST_FIRST.slice(HALF + i, HALF + i + 1),
]);
/** Of the wall's clock: a machine with much else to do takes several times as long. What hangs is ended before. */
const LIMIT_MS = 360_000;

const measured: string[] = [];
afterAll(() => void process.stdout.write(`${measured.join('\n')}\n`));

describe.concurrent('a run survives a service that', () => {
  test.each(ORDER.map((hostile) => [hostile.title, hostile] as const))(
    '%s',
    async (_, hostile) => {
      const trial = await tryOut(hostile);
      const { ownSeconds, busySeconds, megabytes } = trial;
      const figures = `${ownSeconds.toFixed(1)} s, busy ${busySeconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`;
      measured.push(`${hostile.id}: exit ${trial.exit}, ${figures}`);
      expect(complaints(hostile.expects, trial).join('\n')).toBe('');
    },
    LIMIT_MS,
  );
});
