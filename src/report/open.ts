import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BadFile } from '../files/regular-file.ts';
import { commandLine } from '../options/invocation.ts';
import { JOURNAL_FILE } from '../record/journal.ts';
import { BadRecord } from '../record/read.ts';
import { JournalFailed } from '../vocabulary/journal-failed.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import { footerProblem } from './build.ts';
import type { Report } from './model.ts';
import { NoRun } from './recorded-run.ts';
import { parseReport, REPORT_FILE, storedText } from './stored-report.ts';
import { upgraded } from './upgrade.ts';
import { InvalidReport } from './validate.ts';

/** The folder that an argument names; rejects with `OptionError` if there is none. */
export async function reportFolder(argument: string, cwd: string): Promise<string> {
  const folder = resolve(cwd, argument);
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new OptionError(`${argument} is not a report folder`);
  return folder;
}

/** The message for an unusable record, or for a file that cannot be written; other errors unchanged. */
export function unreadable(error: unknown, argument: string): unknown {
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  const missing = code === 'ENOENT' && path?.endsWith(JOURNAL_FILE);
  if (missing || error instanceof NoRun) {
    return new OptionError(`${argument} has no record: the run ended before its first request`);
  }
  if (error instanceof BadFile) return new OptionError(`cannot read ${argument}: ${error.message}`);
  if (error instanceof BadRecord || error instanceof InvalidReport) {
    return new OptionError(`cannot read the record in ${argument}: ${error.message}`);
  }
  return error instanceof JournalFailed ? new OptionError(error.message) : error;
}

/** Maximum size of reports that are read side by side, in bytes: a hundred of usual ones. */
export const MOST_TOGETHER = 64 * 1024 * 1024;

/** The reports of several folders, one after the other; rejects as `openReport`, and if they are too large together. */
export async function* openReports(folders: readonly string[], cwd: string): AsyncGenerator<OpenedReport> {
  let size = 0;
  for (const argument of folders) {
    size += (await stat(join(resolve(cwd, argument), REPORT_FILE)).catch(() => undefined))?.size ?? 0;
    if (size > MOST_TOGETHER)
      throw new OptionError(
        `the reports up to ${argument} have ${size} bytes, limit ${MOST_TOGETHER}: name fewer`,
      );
    yield openReport(argument, cwd);
  }
}

/** A report, and the folder that it was read from. */
export interface OpenedReport {
  folder: string;
  report: Report;
}

/**
 * The report in a folder, validated against its schema, and if `footed` against its footer; rejects with an
 * `OptionError` that names the problem.
 */
export async function openReport(argument: string, cwd: string, footed = true): Promise<OpenedReport> {
  const folder = await reportFolder(argument, cwd);
  const stored = await storedText(folder, REPORT_FILE);
  const remedy = `create it from the record with ${commandLine('render', argument)}`;
  if ('missing' in stored) throw new OptionError(`${argument} has no ${REPORT_FILE}; ${remedy}`);
  if ('problem' in stored) throw new OptionError(`cannot read the report in ${argument}: ${stored.problem}`);
  try {
    const report = parseReport(stored.text);
    const problem = footed && footerProblem(report);
    if (problem) throw new OptionError(`${argument}: ${problem}; ${remedy}`);
    return { folder, report: upgraded(report) };
  } catch (error) {
    if (!(error instanceof InvalidReport)) throw error;
    throw new OptionError(`${join(argument, REPORT_FILE)} ${error.message}`);
  }
}
