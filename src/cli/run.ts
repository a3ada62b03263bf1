import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { perform } from '../library/perform.ts';
import type { RunOptions } from '../options/run-options.ts';
import { exitCodeOf } from '../report/exit-code.ts';
import { createProgress, type Progress } from '../report/live/progress.ts';
import { terminalOf } from '../report/palette.ts';
import { catchInterrupts, INTERRUPTS } from '../run/interrupts.ts';
import { counted } from '../vocabulary/counted.ts';
import type { Io } from '../vocabulary/io.ts';
import { jsonText } from '../vocabulary/json-text.ts';
import { OptionError } from '../vocabulary/option-error.ts';

/**
 * Judges a service and writes its report; resolves with the exit code, which is computed from report.json alone.
 * Rejects with `OptionError` if nothing can be judged.
 */
export async function run(given: RunOptions, io: Io): Promise<number> {
  let progress: Progress | undefined;
  const interrupts = catchInterrupts((name) => {
    progress?.end();
    io.stderr.write(`\n${name}: writing the report of this run so far; press again to stop at once\n`);
  });
  try {
    const { report, folder, names } = await perform(given, {
      cwd: io.cwd,
      interrupts,
      onStart(options, selected) {
        if (given.telling.amount !== 'quiet') io.stderr.write(opening(options, selected.length));
        progress = createProgress(io.stderr, {
          checks: selected,
          settings: options.settings,
          env: io.env,
          ...given.telling,
        });
      },
      watch: {
        sent: (request) => progress?.sent(request),
        exchange: (exchange) => progress?.exchange(exchange),
        waits: (what, until) => progress?.waits(what, until) ?? (() => {}),
      },
      onPlanned: (planned) => progress?.plan(planned),
      onResult: (line) => progress?.result(line),
      onRecorded: () => progress?.end(),
    });
    if (given.saveTarget) saveNames(resolve(io.cwd, given.saveTarget), { usage: names });
    // The first request does not wait for the modules that write the report.
    const { renderTerminal } = await import('../report/terminal.ts');
    io.stdout.write(
      renderTerminal(report, {
        ...terminalOf(io.stdout, io.env),
        folder: folder.path,
        embedded: given.embedded,
        amount: given.telling.amount,
      }),
    );
    const { writeGitHubOutput } = await import('./write-github-output.ts');
    writeGitHubOutput(report, folder.path, io);
    if (interrupts.received) return INTERRUPTS[interrupts.received];
    // An uncaught error occurred after the record was complete.
    if (interrupts.uncaught) throw interrupts.uncaught;
    return exitCodeOf(report);
  } catch (error) {
    progress?.end();
    if (error instanceof OptionError && interrupts.received) return INTERRUPTS[interrupts.received];
    throw error;
  } finally {
    interrupts.release();
  }
}

function opening({ settings }: RunOptions, checks: number): string {
  return `chatspec: ${counted(checks, 'check')}, profile ${settings.profile}, seed ${settings.seed}\n`;
}

function saveNames(file: string, content: object): void {
  try {
    writeFileSync(file, jsonText(content), { mode: 0o600 });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new OptionError(`cannot write --save-target ${file} (${code}); the report itself is complete`);
  }
}
