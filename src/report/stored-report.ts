import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import { BadFile, readRegular } from '../http/regular-file.ts';
import { beyondBounds } from '../record/json-bounds.ts';
import type { Report } from './model.ts';
import { asReport, InvalidReport } from './validate.ts';

export const REPORT_FILE = 'report.json';

/** Bytes of a report at most: it holds no bodies, and a large one has about two million. */
const MOST_BYTES = 32 * 1024 * 1024;
const BOUNDS = { depth: 100, parts: 200_000 };

/** What is read of a folder that somebody else may have made: a text, or why there is none. */
export type StoredText = { text: string } | { missing: true } | { problem: string };

/** A file of a report's folder that is read as a whole: regular, of at most `most` bytes, UTF-8, of a bearable structure. */
export async function storedText(folder: string, name: string, most = MOST_BYTES): Promise<StoredText> {
  try {
    const bytes = await readRegular(join(folder, name), most);
    if (!isUtf8(bytes)) return { problem: `${name} is no UTF-8` };
    const beyond = beyondBounds(bytes, BOUNDS);
    return beyond ? { problem: `${name} ${beyond}` } : { text: bytes.toString() };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof BadFile) return { problem: error.message };
    return code === 'ENOENT' ? { missing: true } : { problem: `${name} can't be read (${code})` };
  }
}

/** The report that a text holds. Throws `InvalidReport` with what is wrong with it. */
export function parseReport(text: string): Report {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidReport('is no JSON');
  }
  return asReport(value);
}
