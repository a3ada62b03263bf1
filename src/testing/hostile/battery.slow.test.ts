import { afterAll, describe, expect, test } from 'vitest';
import type { Hostile } from '../../../reference/src/hostile/hostile.ts';
import { HOSTILE } from '../../../reference/src/hostile/index.ts';
import { complaints } from './complaints.ts';
import { drawnTenth } from './drawn-tenth.ts';
import { tryOut } from './trial.ts';

/*
 * The command against every hostile service: how it ends, what it says of the checks that the behaviour touches, how
 * long it takes and how much memory, and what it leaves behind. With HOSTILE_TENTH, a tenth of the services, which that
 * text draws.
 */

const { HOSTILE_TENTH } = process.env;
const CHOSEN = HOSTILE_TENTH === undefined ? HOSTILE : drawnTenth(HOSTILE, HOSTILE_TENTH);

/** The longest first, each together with a short one; `maxConcurrency` limits how many run concurrently. */
const LONGEST_FIRST = CHOSEN.toSorted((a, b) => (b.expects.seconds ?? 0) - (a.expects.seconds ?? 0));
const HALF = Math.ceil(LONGEST_FIRST.length / 2);
const ORDER = LONGEST_FIRST.slice(0, HALF).flatMap((long, i) => [
  long,
  ...LONGEST_FIRST.slice(HALF + i, HALF + i + 1),
]);
/** Of the wall's clock: a machine with much else to do takes several times as long. What hangs is ended before. */
const LIMIT_MS = 720_000;

/** So many times a row is tried where the machine had others to serve. */
const MOST_TRIES = 3;

/**
 * What is wrong with a run, when it had the machine for itself. One that stood in line for as long as it ran met time-outs that
 * no service caused: it is tried again, with time-outs as much longer as it was slower, and its own time bounded as before.
 */
async function wrongWith(hostile: Hostile): Promise<string> {
  for (let tries = 1, slow = 1; ; tries++) {
    const trial = await tryOut(hostile, slow);
    const { ownSeconds, seconds } = trial;
    busySeconds += trial.busySeconds;
    megabytes = Math.max(megabytes, trial.megabytes);
    const figures = `${ownSeconds.toFixed(1)} s, busy ${trial.busySeconds.toFixed(1)} s, ${trial.megabytes.toFixed(0)} MB`;
    measured.push(`${hostile.id}: exit ${trial.exit}, ${figures}`);
    const wrong = complaints(hostile.expects, trial).join('\n');
    // What was left behind is left behind, however busy the machine was.
    const left = trial.traces.length + trial.people.length + trial.strayed.length;
    if (wrong === '' || left > 0 || tries === MOST_TRIES || seconds < CROWDED * ownSeconds) return wrong;
    slow = Math.ceil(seconds / ownSeconds);
  }
}
const CROWDED = 2;

const measured: string[] = [];
let busySeconds = 0;
let megabytes = 0;
afterAll(() => {
  const total = `${CHOSEN.length} services: busy ${busySeconds.toFixed(0)} s in all, ${megabytes.toFixed(0)} MB at most`;
  process.stdout.write(`${measured.join('\n')}\n${total}\n`);
});

describe.concurrent('a run survives a service that', () => {
  test.each(ORDER.map((hostile) => [hostile.title, hostile] as const))(
    '%s',
    async (_, hostile) => {
      expect(await wrongWith(hostile)).toBe('');
    },
    LIMIT_MS,
  );
});
