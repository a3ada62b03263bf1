import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { OptionError } from '../options/option-error.ts';

/** The folder of a run's report. */
export interface ReportFolder {
  path: string;
  /** Removes the folder again when nothing came of the run. */
  discard(): void;
  /** Points `latest` beside it at it, where links can be made. */
  announce(): void;
}

/** `2026-11-21T03-05-00Z-api.example.com`: sorts by time, and is a valid name everywhere. */
export function folderName(epochMs: number, host: string): string {
  const time = new Date(epochMs)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  return `${time}-${host.replace(/[^A-Za-z0-9.-]+/g, '-')}`;
}

/**
 * Makes the folder before anything is sent or paid for. Rejects with `OptionError` when it can't be written to, or when
 * it holds something already: a report is never overwritten.
 */
export function prepareFolder(out: string | undefined, name: string, cwd: string): ReportFolder {
  const path = out === undefined ? freshFolder(join(cwd, 'reports'), name) : resolve(cwd, out);
  let made: string | undefined;
  try {
    for (const missing of missingFolders(path)) {
      mkdirSync(missing);
      made ??= missing;
    }
    if (readdirSync(path).length > 0) {
      throw new OptionError(
        `${path} is not empty: a report is never overwritten; give another folder with --out`,
      );
    }
    const probe = join(path, '.probe');
    writeFileSync(probe, 'x'.repeat(4096), { flag: 'wx' });
    unlinkSync(probe);
  } catch (error) {
    if (error instanceof OptionError) throw error;
    // Nothing is left behind that would stand in the way of the next attempt.
    rmSync(made ?? join(path, '.probe'), { recursive: true, force: true });
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new OptionError(`the report's folder ${path} can't be written (${code}): give another with --out`);
  }
  return {
    path,
    discard() {
      if (made !== undefined) rmSync(made, { recursive: true, force: true });
      else for (const entry of readdirSync(path)) rmSync(join(path, entry), { recursive: true, force: true });
    },
    announce() {
      if (out === undefined) pointLatest(dirname(path), basename(path));
    },
  };
}

/**
 * The folders on the way that are not there, the outermost first. Made one by one: where nothing can be made (in /proc,
 * say), Node's own recursive call never returns.
 */
function missingFolders(path: string): string[] {
  return existsSync(path) ? [] : [...missingFolders(dirname(path)), path];
}

function freshFolder(parent: string, name: string): string {
  for (let n = 1; ; n++) {
    const path = join(parent, n === 1 ? name : `${name}-${n}`);
    if (!existsSync(path)) return path;
  }
}

/** A convenience that some file systems refuse: then there is none. */
function pointLatest(parent: string, name: string): void {
  const link = join(parent, 'latest');
  try {
    rmSync(link, { force: true });
    symlinkSync(name, link);
  } catch {
    // The report itself is where the terminal says.
  }
}
