import type { Io } from '../vocabulary/io.ts';
import { performAll } from './pool.ts';
import { clipped } from './print.ts';
import { progress } from './progress.ts';
import { summarize } from './tally.ts';
import type { Done, Task } from './tasks.ts';

/** Does the tasks, reports progress, and reports failures at once: a whole proof takes hours. */
export async function performShown(tasks: readonly Task[], jobs: number, io: Io): Promise<Done[]> {
  const begun = performance.now();
  const { step, tell, end } = progress(tasks.length, io, () => (performance.now() - begun) / 1000);
  const results = await performAll(tasks, jobs, (done) => {
    step();
    for (const line of troublesOf(done)) tell(line);
  });
  end();
  return results;
}

/** The failures of a single task. */
function troublesOf(done: Done): string[] {
  const { missed, accused, broken } = summarize([done], []);
  return [
    ...missed.map(({ id, seed, why }) => `not caught: ${id} (seed ${seed})${why && `: ${clipped(why)}`}`),
    ...accused.map(
      ({ ids, seed, complaints }) =>
        `accused: ${ids.join('+') || 'the reference service'} (seed ${seed}): ${clipped(complaints[0] ?? '')}`,
    ),
    ...broken.map(({ task, error }) => `broke: ${task}: ${error}`),
  ];
}
