import { CHECKS, SECTIONS } from '../../suites/index.ts';
import { configuredTargets, targetOptions } from '../config/targets.ts';
import { perform } from '../library/perform.ts';
import { readOptions } from '../options/parse.ts';
import type { RunOptions } from '../options/run-options.ts';
import { checksToRun } from '../run/shards.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import type { Concluded } from './protocol.ts';
import { registerRun } from './registered-run.ts';
import { type SharedRun, startSharedRun } from './shared-run.ts';

// The checks as tests of this repository: the environment selects the target, as for the command.
registerRun({
  blocks: Object.entries(SECTIONS),
  start: async (chosen) => startSharedRun(async (around) => perform(await suiteOptions(chosen), around)),
  async end(run, file) {
    (file as { meta: { concluded?: Concluded } }).meta.concluded = await conclusion(run);
  },
});

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

/**
 * The options from the environment and the configuration, as for the command without arguments, narrowed to the
 * checks that the test runner selected. Rejects with `OptionError`.
 */
async function suiteOptions(chosen: readonly string[]): Promise<RunOptions> {
  const io = { cwd: process.cwd(), env: process.env };
  const [target, ...others] = await configuredTargets(readOptions([], io.env), io);
  if (others.length > 0) throw new OptionError('the tests judge one target: choose it with CHATSPEC_AT');
  const options = targetOptions(target);
  const selected = checksToRun(CHECKS, options.settings, options);
  const narrowed = selected.filter(({ id }) => chosen.includes(id));
  if (narrowed.length === selected.length) return options;
  if (narrowed.length === 0)
    throw new OptionError('no test matches CHATSPEC_ONLY, CHATSPEC_SKIP and CHATSPEC_PROFILE');
  // The report of a selection says so.
  return { ...options, only: narrowed.map(({ id }) => id) };
}
