import { readFileSync } from 'node:fs';
import { OptionError } from '../vocabulary/option-error.ts';

/** The text of a file that an option names. Rejects with `OptionError`, which names the option and the file. */
export function readText(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const why =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : 'it cannot be read';
    throw new OptionError(`--${option} ${file}: ${why}`);
  }
}
