import { exitCodeOf } from '../../report/exit-code.ts';
import { renderReports } from '../../report/exports/write.ts';
import { reportFolder, unreadable } from '../../report/open.ts';
import { terminalOf } from '../../report/palette.ts';
import { renderTerminal } from '../../report/terminal.ts';
import type { Io } from '../../vocabulary/io.ts';
import { readArguments } from './arguments.ts';

/**
 * `render FOLDER [--har] [--verbose]`: recreates the report in all formats from the record, also after a run that
 * was killed. Resolves with the exit code of the run.
 */
export async function render(args: string[], io: Io): Promise<number> {
  const { positionals, values } = readArguments(
    'render',
    args,
    { har: { type: 'boolean', default: false }, verbose: { type: 'boolean', default: false } },
    [1, 1],
  );
  const folder = await reportFolder(positionals[0]!, io.cwd);
  const report = await renderReports(folder, { har: values.har }).catch((error: unknown) => {
    throw unreadable(error, positionals[0]!);
  });
  const amount = values.verbose ? 'verbose' : 'usual';
  io.stdout.write(renderTerminal(report, { ...terminalOf(io.stdout, io.env), folder, amount }));
  return exitCodeOf(report);
}
