import { writeAtomically } from '../../report/output.ts';
import { JournalFailed } from '../../vocabulary/journal-failed.ts';
import { OptionError } from '../../vocabulary/option-error.ts';

/**
 * Writes a file that an option names. A link or a special file at that place is replaced, not written to. Rejects with an
 * `OptionError` that begins with the option and ends with `also`.
 */
export async function writeNamed(option: string, path: string, text: string, also = ''): Promise<void> {
  await writeAtomically(path, text).catch((error: unknown) => {
    const code = error instanceof JournalFailed ? error.code : 'unknown error';
    throw new OptionError(`cannot write ${option} (${code})${also}`);
  });
}
