import type { Io } from '../vocabulary/io.ts';
import { performAll } from './pool.ts';
import type { Done, Task } from './tasks.ts';

/** Does the tasks, and counts them on a terminal. */
export async function performShown(tasks: readonly Task[], jobs: number, io: Io): Promise<Done[]> {
  let ended = 0;
  const results = await performAll(tasks, jobs, () => {
    ended++;
    if (io.stderr.isTTY) io.stderr.write(`\r${ended} of ${tasks.length} `);
  });
  if (io.stderr.isTTY) io.stderr.write('\r\x1b[K');
  return results;
}
