import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CHECKS } from '../../suites/index.ts';
import { selectChecks } from '../engine/select.ts';
import { commandLine } from '../options/invocation.ts';
import type { RunOptions } from '../options/run-options.ts';
import { exitCodeOf } from '../report/exit-code.ts';
import { wantsColours } from '../report/palette.ts';
import { createProgress } from '../report/progress.ts';
import { renderTerminal } from '../report/terminal.ts';
import { writeReports } from '../report/write.ts';
import { type BackgroundPlan, startBackgroundPlan } from '../run/background-plan.ts';
import { conduct } from '../run/conduct.ts';
import { type Embedded, startEmbedded } from '../run/embedded.ts';
import { folderName, prepareFolder } from '../run/folder.ts';
import { tuneHeap } from '../run/heap-tuning.ts';
import { catchInterrupts, INTERRUPTS } from '../run/interrupts.ts';
import type { Io } from '../vocabulary/io.ts';
import { JournalFailed } from '../vocabulary/journal-failed.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import { plannedKeys } from './commands/plan.ts';

/** A short run does not wait longer for its plan. */
const PLAN_WAIT_MS = 2_000;

/**
 * Judges a service and writes its report; resolves with the exit code, which comes from report.json alone. Rejects with
 * `OptionError` when nothing can be judged.
 */
export async function run(given: RunOptions, io: Io): Promise<number> {
  const selected = selectChecks(CHECKS, given.settings.profile, given.only, given.skip);
  const host = given.embedded ? 'embedded' : new URL(given.settings.baseUrl).host;
  const folder = prepareFolder(given.out, folderName(Date.now(), host), io.cwd);
  const interrupts = catchInterrupts((name) => {
    progress.end();
    io.stderr.write(`\n${name}: writing the report of what was measured; once more to leave at once\n`);
  });
  const progress = createProgress(io.stderr, selected.length, io.env);
  tuneHeap();
  let embedded: Embedded | undefined;
  let planning: BackgroundPlan | undefined;
  let begun = false;
  let recorded = false;
  try {
    if (given.embedded) embedded = await startEmbedded(given.settings);
    const options = { ...given, settings: embedded?.settings ?? given.settings };
    const keys = embedded?.keys ?? given.keys;
    if (!keys) throw new OptionError('no key: put it into CHATSPEC_API_KEY');
    io.stderr.write(opening(options, selected.length));
    const counted = startBackgroundPlan(
      selected.map((check) => check.id),
      {
        profile: options.settings.profile,
        seed: options.settings.seed,
        reasoning: options.settings.reasoningModel !== undefined,
        credentials: plannedKeys(options),
      },
    );
    planning = counted;
    begun = true;
    const { names } = await conduct({
      options,
      keys,
      all: CHECKS,
      selected,
      folder: folder.path,
      interrupts,
      onResult: progress.result,
      planned: () => counted.result(PLAN_WAIT_MS),
    });
    recorded = true;
    progress.end();
    const report = await writeReports(folder.path, given.signKey ? { signKey: given.signKey } : {});
    folder.announce();
    if (given.saveTarget) saveNames(resolve(io.cwd, given.saveTarget), { usage: names ?? {} });
    io.stdout.write(
      renderTerminal(report, { colours: wantsColours(io.stdout, io.env), folder: folder.path }),
    );
    if (interrupts.received) return INTERRUPTS[interrupts.received];
    return exitCodeOf(report);
  } catch (error) {
    progress.end();
    if (error instanceof JournalFailed) {
      // Another run took the folder after it was found free: what is in it is not ours.
      if (error.code === 'EEXIST') throw new OptionError(`${error.message}: choose another --out`);
      const what = recorded ? 'the whole record' : 'what was measured until then';
      throw new OptionError(
        `${error.message}; ${what} is in ${folder.path}: make the report with: ${commandLine('render', folder.path)}`,
      );
    }
    // Nothing was measured: an empty report would only look like one.
    if (error instanceof OptionError && !recorded) folder.discard(begun);
    if (error instanceof OptionError && interrupts.received) return INTERRUPTS[interrupts.received];
    throw error;
  } finally {
    planning?.end();
    interrupts.release();
    await embedded?.service.close();
  }
}

function opening({ embedded, settings }: RunOptions, checks: number): string {
  const target = embedded ? 'the embedded reference service' : settings.baseUrl;
  return `chatspec: ${checks} checks against ${target}, profile ${settings.profile}, seed ${settings.seed}\n`;
}

function saveNames(file: string, content: object): void {
  try {
    writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new OptionError(`--save-target ${file} can't be written (${code}); the report itself is complete`);
  }
}
