import { afterAll, beforeAll, describe, type RunnerTask, type RunnerTestSuite } from 'vitest';
import type { PlacedCheck } from '../vocabulary/check.ts';
import { registerChecks, testName } from './register.ts';
import type { SharedRun } from './shared-run.ts';

/** One run as a suite of tests. */
export interface RegisteredRun {
  /** The checks by the name of their block. */
  blocks: readonly (readonly [name: string, checks: readonly PlacedCheck[]])[];
  /** Starts the run with the checks that vitest runs. */
  start(chosen: readonly string[]): Promise<SharedRun>;
  /** Waits for the run, after the last test. */
  end(run: SharedRun, suite: RunnerTestSuite): Promise<void>;
}

/**
 * Registers a block per section and a test per check in the calling file or block. The run starts after vitest has
 * applied its filters, so that no request is sent for a skipped test.
 */
export function registerRun({ blocks, start, end }: RegisteredRun): void {
  let run: SharedRun | undefined;

  // biome-ignore lint/correctness/noEmptyPattern: the runner reads fixtures off the first parameter
  beforeAll(async ({}, suite) => {
    const names = new Set(testsToRun(suite as RunnerTestSuite).map(({ name }) => name));
    const chosen = blocks.flatMap(([, checks]) => checks).filter((check) => names.has(testName(check)));
    run = await start(chosen.map(({ id }) => id));
    // If nothing can be judged, the suite reports that once.
    await run.begun;
  }, 0);

  for (const [name, checks] of blocks) describe(name, () => registerChecks(checks, () => run!));

  // biome-ignore lint/correctness/noEmptyPattern: the runner reads fixtures off the first parameter
  afterAll(async ({}, suite) => {
    if (run) await end(run, suite as RunnerTestSuite);
  }, 0);
}

function testsToRun({ tasks }: { tasks: RunnerTask[] }): RunnerTask[] {
  return tasks
    .filter(({ mode }) => mode === 'run' || mode === 'queued')
    .flatMap((task) => ('tasks' in task ? testsToRun(task) : [task]));
}
