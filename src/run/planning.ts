import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PlanOptions } from '../generate/plan.ts';
import type { EndLine } from '../record.ts';

/** A plan that is being counted in another thread. */
export interface Planning {
  /** The plan; undefined when it is not there within the time, and for good after that. */
  result(waitMs: number): Promise<EndLine['planned']>;
}

/** Begins to count what a run of these checks should send, so that its report can compare plan and fact. */
export function startPlanning(ids: readonly string[], options: PlanOptions): Planning {
  const script = new URL(`./plan-worker${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(script, { workerData: { ids, options }, stdout: true, stderr: true });
  worker.unref();
  const made = new Promise<EndLine['planned']>((resolve) => {
    worker.once('message', (planned) => {
      resolve(planned);
      // Its memory is worth more to the run than its thread.
      void worker.terminate();
    });
    // A plan is a convenience: a run does not fail for the want of one.
    worker.once('error', () => resolve(undefined));
  });
  return {
    async result(waitMs) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), waitMs);
      });
      const planned = await Promise.race([made, late]);
      clearTimeout(timer);
      await worker.terminate();
      return planned;
    },
  };
}
