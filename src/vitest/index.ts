import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, type RunnerTask, type RunnerTestSuite } from 'vitest';
import { SECTIONS } from '../../suites/index.ts';
import { selectChecks } from '../engine/select.ts';
import type { JudgeOptions } from '../library/judge.ts';
import { optionsOf } from '../library/judge-options.ts';
import { openWay, type Way } from '../library/way.ts';
import { RunProblem } from './failure.ts';
import { registerChecks, testName } from './register.ts';
import { type SharedRun, startSharedRun } from './shared-run.ts';

export type { JudgeOptions } from '../library/judge.ts';
export type { CheckMeta } from './register.ts';

/** As for `judge`; tests need no progress, and are cancelled by vitest. */
export type ConformanceOptions = Omit<JudgeOptions, 'onProgress' | 'signal'>;

/**
 * Registers the checks as tests of the vitest file that calls it, one a check. They look at one run, which asks only for
 * what vitest will run. A run that ends undecided fails after its tests. Throws `OptionError` for a wrong option.
 *
 * @example
 * const reference = createReference();
 * conformance({ fetch: reference.fetch, apiKey: reference.keys.main, model: reference.models.plain });
 */
export function conformance(options: ConformanceOptions): void {
  const given = optionsOf(options);
  const selected = selectChecks(
    Object.values(SECTIONS).flat(),
    given.settings.profile,
    given.only,
    given.skip,
    given.settings.clients,
  );
  let run: SharedRun | undefined;
  let scratch: string | undefined;
  let way: Way | undefined;

  describe('chatspec', () => {
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads fixtures off the first parameter
    beforeAll(async ({}, suite) => {
      const names = chosenNames(suite as RunnerTestSuite);
      const chosen = selected.filter((check) => names.has(testName(check)));
      const only = chosen.length < selected.length ? chosen.map(({ id }) => id) : given.only;
      scratch = given.out === undefined ? mkdtempSync(join(tmpdir(), 'chatspec-')) : undefined;
      const out = scratch === undefined ? given.out : join(scratch, 'report');
      const opened = await openWay({ ...given, only, ...(out && { out }) }, options);
      way = opened;
      run = startSharedRun(async () => opened.options, { cwd: process.cwd(), ...opened.around });
      await run.begun;
    }, 0);

    registerChecks(selected, () => run!);

    afterAll(async () => {
      const { exitCode, report } = await run!.done.finally(async () => {
        await way?.close();
        if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true });
      });
      const shown = report.checks.some(({ verdict }) => verdict === 'fail' || verdict === 'error');
      if (exitCode !== 0 && !shown) throw new RunProblem(`${report.statement}: ${report.summary}`);
    }, 0);
  });
}

/** The tests that vitest will run. */
function chosenNames(suite: { tasks: RunnerTask[] }): Set<string> {
  return new Set(
    suite.tasks.filter(({ mode }) => mode === 'run' || mode === 'queued').map(({ name }) => name),
  );
}
