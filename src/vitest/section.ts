import { afterAll, beforeAll, inject } from 'vitest';
import { UNDIVIDED } from '../run/shards.ts';
import { type Announced, chosenChecks } from './chosen.ts';
import type { Concluded } from './protocol.ts';
import { registerChecks } from './register.ts';
import { type SharedRun, startSharedRun } from './shared-run.ts';
import { suiteOptions } from './suite-options.ts';

/** The sections share one run, in one worker: the first one starts it for all. */
let current: { announced: Announced; run: SharedRun; left: number } | undefined;

/**
 * Registers the checks of one section, or of the part of it that no shard divides, in the file that bears its name. The
 * environment says what is judged, as for the command.
 */
export function section(name: string): void {
  const announced = inject('chatspec');
  const shared = () => {
    if (current?.announced.run !== announced.run) {
      const chosen = chosenChecks(announced);
      const run = startSharedRun(() => suiteOptions(chosen.ids, announced.shard), { cwd: process.cwd() });
      current = { announced, run, left: chosen.files };
    }
    return current;
  };
  registerChecks(UNDIVIDED.get(name)!, () => shared().run);

  beforeAll(async () => {
    const { run } = shared();
    current!.left--;
    // Where nothing can be judged, the file says so once.
    await run.begun;
  }, 0);

  // biome-ignore lint/correctness/noEmptyPattern: the runner reads fixtures off the first parameter
  afterAll(async ({}, file) => {
    const { run, left } = shared();
    if (left === 0) (file as { meta: { concluded?: Concluded } }).meta.concluded = await conclusion(run);
  }, 0);
}

function conclusion(run: SharedRun): Promise<Concluded> {
  return run.done.then(
    ({ exitCode, report, folder }) => ({
      exitCode,
      statement: `${report.statement}: ${report.summary}`,
      folder: folder.path,
    }),
    (error: Error) => ({ exitCode: 2, statement: error.message }),
  );
}
