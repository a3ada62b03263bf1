import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shellWord } from '../vocabulary/shell-word.ts';

/** How this process was started, as far as it matters for a command line that the user can run again. */
export interface Started {
  /** The folder that holds package.json. */
  root: string;
  /** Whether it runs from source, as a clone does, and not as an installed package. */
  clone: boolean;
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/**
 * The words that start this command again from the user's folder: `npm start --` in a clone, `chatspec` if the
 * shell finds the installed package, else the path of the command. Never one that would fetch a package.
 */
export function invocation(started: Started = thisProcess()): string {
  const { root, clone, env } = started;
  // npm changes to the folder of the package, and stores the original folder.
  const where = env.npm_lifecycle_event !== undefined && env.INIT_CWD ? env.INIT_CWD : started.cwd;
  if (clone) {
    const inside = where === root || where.startsWith(root + sep);
    return inside ? 'npm start --' : `npm --prefix ${shellWord(root)} start --`;
  }
  if (onPath(root, env)) return 'chatspec';
  // A dependency of another package: its command is where npm links commands.
  const command = join(root.slice(0, root.lastIndexOf('node_modules')), 'node_modules', '.bin', 'chatspec');
  if (!root.includes('node_modules') || !existsSync(command)) return shellWord(join(root, 'dist/src/cli.js'));
  const short = relative(where, command);
  return shellWord(short.startsWith('..') ? command : short);
}

/** A command line of this program as the user can type it: `commandLine('explain', id)`. */
export function commandLine(...words: readonly string[]): string {
  return [invocation(), ...words.map(shellWord)].join(' ');
}

/** Whether a shell finds this package by its name, apart from the folders that npm adds while it runs something. */
function onPath(root: string, env: NodeJS.ProcessEnv): boolean {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder && !isNpms(folder));
  for (const folder of folders) {
    const command = join(folder, 'chatspec');
    try {
      accessSync(command, constants.X_OK);
      return realpathSync(command).startsWith(realpathSync(root) + sep);
    } catch {
      // It does not exist: try the next folder.
    }
  }
  return false;
}

const isNpms = (folder: string) => /[\\/]node_modules[\\/]\.bin$|node-gyp-bin$/.test(folder);

function thisProcess(): Started {
  const clone = import.meta.url.endsWith('.ts');
  const here = dirname(fileURLToPath(import.meta.url));
  const root = resolve(here, clone ? '../..' : '../../..');
  return { root, clone, cwd: process.cwd(), env: process.env };
}
