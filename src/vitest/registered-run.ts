import { afterAll, beforeAll, describe, type RunnerTask, type RunnerTestSuite, vi } from 'vitest';
import type { PlacedCheck } from '../vocabulary/check.ts';
import { RunProblem } from './failure.ts';
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
 * applied its filters, so that no request is sent for a skipped test. With faked timers it would wait for ever: its
 * tests fail instead.
 */
export function registerRun({ blocks, start, end }: RegisteredRun): void {
  let run: SharedRun | undefined;
  let faked: RunProblem | undefined;
  const needRealTimers = () => {
    faked ??= fakedTimers();
    if (!faked) return;
    if (run) {
      // It cannot end without them.
      vi.useRealTimers();
      run.stop();
    }
    throw faked;
  };
  const running = () => {
    // A hook before each test may have faked them since.
    needRealTimers();
    return run!;
  };

  // biome-ignore lint/correctness/noEmptyPattern: the runner reads fixtures off the first parameter
  beforeAll(async ({}, suite) => {
    needRealTimers();
    const names = new Set(testsToRun(suite as RunnerTestSuite).map(({ name }) => name));
    const chosen = blocks.flatMap(([, checks]) => checks).filter((check) => names.has(testName(check)));
    run = await start(chosen.map(({ id }) => id));
    // If nothing can be judged, the suite reports that once.
    await run.begun;
  }, 0);

  for (const [name, checks] of blocks) describe(name, () => registerChecks(checks, running));

  // biome-ignore lint/correctness/noEmptyPattern: the runner reads fixtures off the first parameter
  afterAll(async ({}, suite) => {
    if (run) await end(run, suite as RunnerTestSuite);
  }, 0);
}

function fakedTimers(): RunProblem | undefined {
  if (!vi.getMockedSystemTime()) return undefined;
  return new RunProblem(
    'chatspec: conformance tests need real timers: call vi.useRealTimers() at the start of their file, and run no hook there that fakes timers',
  );
}

function testsToRun({ tasks }: { tasks: RunnerTask[] }): RunnerTask[] {
  return tasks
    .filter(({ mode }) => mode === 'run' || mode === 'queued')
    .flatMap((task) => ('tasks' in task ? testsToRun(task) : [task]));
}
