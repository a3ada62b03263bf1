import {
  existsSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { makeFolder } from '../files/make-folder.ts';
import { JOURNAL_FILE } from '../record/journal.ts';
import { OptionError } from '../vocabulary/option-error.ts';

/** The folder of a run's report. */
export interface ReportFolder {
  path: string;
  /**
   * Removes the files of this run if there is no report: its own files if it had `begun` to record, and its own
   * empty folders. Other files stay.
   */
  discard(begun: boolean): void;
  /** Updates the link `latest` next to it, if links are supported. */
  announce(): void;
}

/** `2026-11-21T03-05-00Z-api.example.com`: sorts by time, and is a valid name everywhere. */
export function folderName(epochMs: number, host: string): string {
  const time = new Date(epochMs)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  return nameOfFolder(`${time}-${host}`);
}

/** The form of `folderName`, also with a number after it. */
const FOLDER_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-[\w.-]+$/;

/**
 * A text as a folder name that is valid everywhere. Throws `OptionError` for a name that leads out of its parent.
 */
export function nameOfFolder(text: string): string {
  if (/^\.{0,2}$/.test(text))
    throw new OptionError(`"${text}" is not a valid name for a report folder: choose another name`);
  return text.replace(/[^\w.-]+/g, '-');
}

/**
 * The default folder of reports in the working folder. A link there could redirect the report: throws `OptionError`
 * unless `reports` is a folder, or does not exist yet.
 */
export function defaultPlace(cwd: string, name: string): string {
  const reports = join(cwd, 'reports');
  if (lstatSync(reports, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new OptionError(`${reports} is a link or a file: remove it, or choose a folder with --out`);
  return join(reports, name);
}

/**
 * Creates the folder before anything is sent or billed. Rejects with `OptionError` if it is not writable, or not
 * empty: a report is never overwritten.
 */
export function prepareFolder(out: string | undefined, name: string, cwd: string): ReportFolder {
  // The folders that this run created, the outermost first.
  const made: string[] = [];
  let path = out === undefined ? defaultPlace(cwd, name) : resolve(cwd, out);
  try {
    if (out === undefined) path = makeFresh(path, made);
    else if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new OptionError(`${path} is a link: name the folder itself with --out`);
    else makeFolder(path, made);
    if (readdirSync(path).length > 0) {
      throw new OptionError(
        `${path} is not empty, and chatspec never overwrites a report: choose another folder with --out`,
      );
    }
    tryWriting(path);
  } catch (error) {
    // Nothing remains that would prevent the next attempt.
    removeEmpty(made);
    if (error instanceof OptionError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new OptionError(`cannot write the report folder ${path} (${code}): choose another with --out`);
  }
  return {
    path,
    discard(begun) {
      if (begun) removeRecord(path);
      removeEmpty(made);
    },
    announce() {
      if (out === undefined) pointLatest(dirname(path), basename(path));
    },
  };
}

/** Creates a folder of this name, or with a number after it, that does not exist yet. */
function makeFresh(name: string, made: string[]): string {
  for (let n = 1; ; n++) {
    const path = n === 1 ? name : `${name}-${n}`;
    const before = made.length;
    makeFolder(path, made);
    if (made.length > before && made.at(-1) === path) return path;
  }
}

/** More than a new record takes. */
const PROBE_BYTES = 64 * 1024;

function tryWriting(folder: string): void {
  const probe = join(folder, '.probe');
  writeFileSync(probe, '', { flag: 'wx' });
  try {
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES, 'x'));
  } finally {
    unlinkSync(probe);
  }
}

/** Removes the record of a run: the files that it writes before the report, by name. */
function removeRecord(folder: string): void {
  const bodies = join(folder, 'bodies');
  const spilled = existsSync(bodies) ? readdirSync(bodies).filter((name) => /^e\d+\.zst$/.test(name)) : [];
  for (const file of [...spilled.map((name) => join(bodies, name)), join(folder, JOURNAL_FILE)]) {
    quietly(() => unlinkSync(file));
  }
  quietly(() => rmdirSync(bodies));
}

/** Removes empty folders, the innermost first. */
function removeEmpty(made: readonly string[]): void {
  for (const folder of made.toReversed()) quietly(() => rmdirSync(folder));
}

/** A convenience that some file systems do not support. Only a link to another report is replaced. */
function pointLatest(parent: string, name: string): void {
  const link = join(parent, 'latest');
  const fresh = join(parent, `.latest-${name}`);
  quietly(() => {
    const isThere = lstatSync(link, { throwIfNoEntry: false }) !== undefined;
    // Throws if it is not a link.
    if (isThere && !FOLDER_NAME.test(readlinkSync(link))) return;
    symlinkSync(name, fresh);
    try {
      renameSync(fresh, link);
    } catch (error) {
      unlinkSync(fresh);
      throw error;
    }
  });
}

/** What cannot be removed stays. */
function quietly(action: () => void): void {
  try {
    action();
  } catch {
    // The terminal shows the path of the report itself.
  }
}
