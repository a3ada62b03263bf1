import type { Io } from '../vocabulary/io.ts';
import { performAll } from './pool.ts';
import { progress } from './progress.ts';
import type { Done, Task } from './tasks.ts';

/** Does the tasks, and says how many are done. */
export async function performShown(tasks: readonly Task[], jobs: number, io: Io): Promise<Done[]> {
  const begun = performance.now();
  const { step, end } = progress(tasks.length, io, () => (performance.now() - begun) / 1000);
  const results = await performAll(tasks, jobs, step);
  end();
  return results;
}
