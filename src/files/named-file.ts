import { existsSync } from 'node:fs';
import { OptionError } from '../vocabulary/option-error.ts';
import { BadFile, readRegular } from './regular-file.ts';

/** Maximum size of a file from the command line: all public authorities together take a quarter of a MiB. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * The bytes of a file that the user named, or of a file at its default path. Follows links. Throws `OptionError`;
 * `named` is the name in messages: `--target names.json`.
 */
export function readNamed(file: string, named: string): Buffer {
  try {
    return readRegular(file, MOST_BYTES, { links: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'the file does not exist' : `cannot be read (${code})`;
    throw new OptionError(`${named}: ${error instanceof BadFile ? OTHER : why}`);
  }
}

const OTHER = `give a regular file of at most ${MOST_BYTES / 1024 / 1024} MiB, not a pipe, a device or a folder`;

/** The text of a file that an option names. Throws `OptionError`, which names the option and the file. */
export function readText(option: string, file: string): string {
  return readNamed(file, `--${option} ${file}`).toString();
}

/** The same for a file with a secret. A name without a file is not shown: it may be the secret itself. */
export function readSecret(option: string, file: string): string {
  const named = existsSync(file) ? file : 'takes the name of a file, not its content';
  return readNamed(file, `--${option} ${named}`).toString();
}
