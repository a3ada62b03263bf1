import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { OptionError } from '../options/option-error.ts';
import type { Report } from './model.ts';
import { asReport, InvalidReport } from './validate.ts';
import { REPORT_FILE } from './write.ts';

/** The folder that an argument names; rejects with `OptionError` when there is none. */
export async function reportFolder(argument: string, cwd: string): Promise<string> {
  const folder = resolve(cwd, argument);
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new OptionError(`${argument} is not a report's folder`);
  return folder;
}

/** The report in a folder, checked against its schema; rejects with `OptionError` saying what is wrong with it. */
export async function openReport(argument: string, cwd: string): Promise<{ folder: string; report: Report }> {
  const folder = await reportFolder(argument, cwd);
  const text = await readFile(join(folder, REPORT_FILE), 'utf8').catch(() => {
    throw new OptionError(
      `${argument} holds no ${REPORT_FILE}; make it from the record with: render ${argument}`,
    );
  });
  try {
    return { folder, report: asReport(JSON.parse(text)) };
  } catch (error) {
    const why = error instanceof InvalidReport ? error.message : 'is no JSON';
    throw new OptionError(`${join(argument, REPORT_FILE)} ${why}`);
  }
}
