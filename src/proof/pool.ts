import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { Done, Task } from './tasks.ts';

/** Longest time for one task, in milliseconds of the wall clock; afterwards its worker is replaced. */
const PATIENCE = 90_000;

/**
 * Does the tasks in threads, `jobs` at a time, and gives their results in the order of the tasks. A thread that dies or
 * hangs is replaced; its task ends with an error.
 */
export async function performAll(
  tasks: readonly Task[],
  jobs: number,
  onDone: (done: Done) => void,
): Promise<Done[]> {
  // Every run makes some dozens of megabytes that are garbage at its end: with more room they are collected less often.
  setFlagsFromString('--min-semi-space-size=32');
  setFlagsFromString('--max-semi-space-size=64');
  const results: Done[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    let worker = start();
    while (next < tasks.length) {
      const index = next++;
      const task = tasks[index]!;
      let done: Done;
      try {
        done = await ask(worker, task);
      } catch (error) {
        await worker.terminate();
        worker = start();
        const nothing = {
          verdicts: {},
          requests: 0,
          billable: 0,
          billed: 0,
          clockMs: 0,
          untrue: [],
          milliseconds: 0,
        };
        done = { task, ...nothing, error: String(error) };
      }
      results[index] = done;
      onDone(done);
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: Math.min(jobs, tasks.length) }, work));
  return results;
}

function start(): Worker {
  return new Worker(new URL(`./worker${import.meta.url.slice(-3)}`, import.meta.url));
}

function ask(worker: Worker, task: Task): Promise<Done> {
  const { promise, resolve, reject } = Promise.withResolvers<Done>();
  const timer = setTimeout(() => reject(new Error(`no result after ${PATIENCE} ms`)), PATIENCE);
  worker.on('message', resolve);
  worker.on('error', reject);
  worker.postMessage(task);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off('message', resolve);
    worker.off('error', reject);
  });
}
