import { join } from 'node:path';
import { boundedText } from '../files/json.ts';
import { BadFile, readRegular } from '../files/regular-file.ts';
import type { Report } from './model.ts';
import { asReport, InvalidReport } from './validate.ts';

export const REPORT_FILE = 'report.json';

/** Maximum size of a report: it contains no bodies, and a large one has about two million bytes. */
const MOST_BYTES = 8 * 1024 * 1024;

/** The content of a file in an untrusted folder: a text, or the reason why there is none. */
export type StoredText = { text: string } | { missing: true } | { problem: string };

/**
 * A file of a report's folder that is read as a whole: regular, at most `most` bytes, UTF-8, of limited structure.
 */
export async function storedText(folder: string, name: string, most = MOST_BYTES): Promise<StoredText> {
  try {
    const bytes = readRegular(join(folder, name), most);
    return { text: boundedText(bytes, name) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof BadFile) return { problem: error.message };
    return code === 'ENOENT' ? { missing: true } : { problem: `cannot read ${name} (${code})` };
  }
}

/** The report in a text. Throws `InvalidReport` with its problem. */
export function parseReport(text: string): Report {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidReport('is not JSON');
  }
  return asReport(value);
}
