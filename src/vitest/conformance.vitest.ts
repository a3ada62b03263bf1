import { SECTIONS } from '../../suites/index.ts';
import type { Concluded } from './protocol.ts';
import { registerRun } from './registered-run.ts';
import { type SharedRun, startSharedRun } from './shared-run.ts';
import { suiteOptions } from './suite-options.ts';

// The checks as tests of this repository: the environment selects the target, as for the command.
registerRun({
  blocks: Object.entries(SECTIONS),
  start: async (chosen) => startSharedRun(() => suiteOptions(chosen), { cwd: process.cwd() }),
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
