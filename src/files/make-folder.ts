import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Another run may remove its own empty parent folder: it is then created again, a few times. */
const ATTEMPTS = 20;

/**
 * Creates a folder and its parents one by one, and adds those that it created to `made`: in a read-only place such as
 * /proc, Node's own recursive call never returns. Existing folders are kept. Throws as `mkdirSync`.
 */
export function makeFolder(path: string, made: string[] = []): void {
  for (let attempt = 1; ; attempt++) {
    try {
      for (const missing of missingFolders(path)) if (makeOne(missing)) made.push(missing);
      return;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Whether it was created now; false if another process created it. */
function makeOne(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** The missing folders of a path, the outermost first. */
function missingFolders(path: string): string[] {
  return existsSync(path) ? [] : [...missingFolders(dirname(path)), path];
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
