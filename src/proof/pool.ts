import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { type Done, NOTHING, type Task } from './tasks.ts';

/** Longest time for one task, in milliseconds of the wall clock; afterwards its worker is replaced. */
const PATIENCE = 90_000;

/** Threads that do one task each at a time. */
export interface Pool {
  /**
   * Does a task when a thread is free. Never rejects: a thread that dies or hangs is replaced, and its task ends
   * with an error.
   */
  perform(task: Task): Promise<Done>;
  /** Ends the threads. */
  close(): Promise<void>;
}

/** A pool of `jobs` threads, each started on demand. */
export function createPool(jobs: number): Pool {
  // Every run leaves dozens of megabytes of garbage: more room means fewer collections.
  setFlagsFromString('--min-semi-space-size=32');
  setFlagsFromString('--max-semi-space-size=64');
  const free: (Worker | undefined)[] = Array.from({ length: jobs }, () => undefined);
  const waiting: ((worker: Worker | undefined) => void)[] = [];
  const taken = (): Promise<Worker | undefined> => {
    if (free.length > 0) return Promise.resolve(free.pop());
    const { promise, resolve } = Promise.withResolvers<Worker | undefined>();
    waiting.push(resolve);
    return promise;
  };
  const giveBack = (worker: Worker | undefined): void => {
    const next = waiting.shift();
    if (next) next(worker);
    else free.push(worker);
  };
  return {
    async perform(task) {
      let worker: Worker | undefined = (await taken()) ?? start();
      try {
        return await ask(worker, task);
      } catch (error) {
        await worker.terminate();
        worker = undefined;
        return { task, ...NOTHING, error: String(error) };
      } finally {
        giveBack(worker);
      }
    },
    async close() {
      await Promise.all(free.map((worker) => worker?.terminate()));
    },
  };
}

/** Does the tasks in threads, `jobs` at a time, and gives their results in the order of the tasks. */
export async function performAll(
  tasks: readonly Task[],
  jobs: number,
  onDone: (done: Done) => void,
): Promise<Done[]> {
  const pool = createPool(Math.min(jobs, tasks.length));
  const results = await Promise.all(
    tasks.map(async (task) => {
      const done = await pool.perform(task);
      onDone(done);
      return done;
    }),
  );
  await pool.close();
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
