import { commandLine } from '../options/invocation.ts';
import type { RunOptions } from '../options/run-options.ts';
import type { Report } from '../report/model.ts';
import { findClients } from '../run/clients.ts';
import { type Conduct, conduct } from '../run/conduct.ts';
import type { Embedded } from '../run/embedded.ts';
import { folderName, prepareFolder, type ReportFolder } from '../run/folder.ts';
import type { Check } from '../vocabulary/check.ts';
import { JournalFailed } from '../vocabulary/journal-failed.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import type { CheckLine, EndLine } from '../vocabulary/record.ts';
import type { UsageNames } from '../vocabulary/settings.ts';
import type { RunWatch } from '../vocabulary/watch.ts';

/** Progress callbacks of a run, and its abort signal. */
export interface Surroundings {
  /** The base of relative folders. */
  cwd: string;
  interrupts: Conduct['interrupts'];
  /** The connection to a service in this process; the network by default. */
  dispatcher?: Conduct['dispatcher'];
  /** Is called with the target and the selected checks, before the first answer. */
  onStart?(options: RunOptions, selected: readonly Check[]): void;
  /** Is called for requests, responses and waits. */
  watch?: RunWatch;
  /** Is called with the expected cost of the run once it is known. */
  onPlanned?(planned: NonNullable<EndLine['planned']>): void;
  /** Is called with every result. */
  onResult?(line: CheckLine): void;
  /** Is called after the last request, before the report is written. */
  onRecorded?(): void;
}

/** The outcome of a run. */
export interface Performed {
  report: Report;
  folder: ReportFolder;
  /** The parameter names of the usage endpoints that were found. */
  names: UsageNames;
}

/**
 * One run from its options to the report in its folder: for the command, a test runner, or a program. Rejects with
 * `OptionError` if nothing can be judged or written. If chatspec fails after requests were sent, it writes the
 * report of those and rejects with `RunBroke`.
 */
export async function perform(given: RunOptions, around: Surroundings): Promise<Performed> {
  await findClients(given.settings);
  const choose = async () => (await import('./chosen-checks.ts')).chosenChecks(given);
  // A selector without a match is an error before the first request.
  const narrowed = given.only.length + given.skip.length > 0 ? await choose() : undefined;
  const host = given.embedded ? 'embedded' : new URL(given.settings.baseUrl).host;
  const folder = prepareFolder(given.out, folderName(Date.now(), host), around.cwd);
  let embedded: Embedded | undefined;
  let begun = false;
  let recorded = false;
  try {
    if (given.embedded) {
      const { startEmbedded } = await import('../run/embedded.ts');
      embedded = await startEmbedded(given.settings);
    }
    const options = { ...given, settings: embedded?.settings ?? given.settings };
    const keys = embedded?.keys ?? given.keys;
    if (!keys)
      throw new OptionError('no API key: set CHATSPEC_API_KEY; any text does where the server needs none');
    begun = true;
    const { names = {}, broke } = await conduct({
      options,
      keys,
      async loadChecks() {
        const { all, selected, plan } = narrowed ?? (await choose());
        around.onStart?.(options, selected);
        return {
          all,
          selected,
          plan() {
            const planned = plan(options.settings, keys);
            around.onPlanned?.(planned);
            return planned;
          },
        };
      },
      folder: folder.path,
      interrupts: around.interrupts,
      ...(around.dispatcher && { dispatcher: around.dispatcher }),
      onResult: (line) => around.onResult?.(line),
      watch: around.watch,
    });
    recorded = true;
    around.onRecorded?.();
    // The first request does not wait for the modules that write the report.
    const { writeReports } = await import('../report/exports/write.ts');
    const report = await writeReports(folder.path, { sealing: given.sealing });
    if (given.sealing?.timestamp) await stamped(folder, given.sealing.timestamp, around.interrupts.signal);
    folder.announce();
    if (broke) throw new RunBroke(broke, folder);
    return { report, folder, names };
  } catch (error) {
    if (error instanceof JournalFailed) throw unwritten(error, folder, recorded);
    // Nothing was measured: an empty report would be misleading.
    if (error instanceof OptionError && !recorded) folder.discard(begun);
    throw error;
  } finally {
    await embedded?.service.close();
  }
}

/** chatspec failed after requests were sent. The message names the folder with the report. */
export class RunBroke extends Error {
  override name = 'RunBroke';
  constructor(cause: Error, folder: ReportFolder) {
    super(`${cause.message}; the report of the run so far is in ${folder.path}`, { cause });
    if (cause.stack) this.stack = cause.stack;
  }
}

/** A requested time stamp that did not arrive ends the command with 2; the report exists and is signed. */
async function stamped(folder: ReportFolder, url: string, signal: AbortSignal): Promise<void> {
  const { stampSignature } = await import('../report/integrity/timestamp-stamp.ts');
  await stampSignature(folder.path, url, signal).catch((error: unknown) => {
    folder.announce();
    const why = error instanceof Error ? error.message : String(error);
    throw new OptionError(
      `--timestamp ${url}: no time stamp (${why}); the report is complete in ${folder.path}`,
    );
  });
}

function unwritten(error: JournalFailed, folder: ReportFolder, recorded: boolean): OptionError {
  // Another run used the folder after it was found free: its content is not ours.
  if (error.code === 'EEXIST') return new OptionError(`${error.message}: choose another --out`);
  const what = recorded ? 'the whole record' : 'the record of the run so far';
  return new OptionError(
    `${error.message}; ${what} is in ${folder.path}: create the report with ${commandLine('render', folder.path)}`,
  );
}
