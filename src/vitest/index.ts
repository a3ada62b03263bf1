import { describe } from 'vitest';
import { SECTIONS } from '../../suites/index.ts';
import type { JudgeOptions } from '../library/judge.ts';
import { optionsOf } from '../library/judge-options.ts';
import { performService } from '../library/perform-service.ts';
import { checksToRun } from '../run/shards.ts';
import { RunProblem } from './failure.ts';
import { isCounted } from './register.ts';
import { registerRun } from './registered-run.ts';
import { startSharedRun } from './shared-run.ts';

export type { JudgeOptions } from '../library/judge.ts';
export type { CheckMeta } from './register.ts';

/** As for `judge`; tests need no progress, and vitest cancels them. */
export type ConformanceOptions = Omit<JudgeOptions, 'onProgress' | 'signal'>;

/**
 * Registers the checks as tests of the vitest file that calls it, one per check. They share one run, which sends
 * only the requests of tests that vitest runs. An inconclusive run fails after its tests. Throws `OptionError` for
 * an invalid option.
 *
 * @example
 * const reference = createReference();
 * conformance({ fetch: reference.fetch, apiKey: reference.keys.main, model: reference.models.plain });
 */
export function conformance(options: ConformanceOptions): void {
  const given = optionsOf(options);
  const selected = checksToRun(Object.values(SECTIONS).flat(), given.settings, given);
  const ids = new Set(selected.map(({ id }) => id));
  describe('chatspec', () =>
    registerRun({
      blocks: Object.entries(SECTIONS).flatMap(([name, checks]) => {
        const own = checks.filter(({ id }) => ids.has(id));
        return own.length > 0 ? [[name, own] as const] : [];
      }),
      async start(chosen) {
        const only = chosen.length < selected.length ? chosen : given.only;
        return startSharedRun((around) => performService({ ...given, only }, options, around));
      },
      async end(run) {
        const { exitCode, report } = await run.done;
        const shown = report.checks.some((check) => check.verdict === 'error' || isCounted(check));
        if (exitCode !== 0 && !shown) throw new RunProblem(`${report.statement}: ${report.summary}`);
      },
    }));
}
