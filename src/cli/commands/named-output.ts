import { writeAtomically } from '../../report/output.ts';
import { JournalFailed } from '../../vocabulary/journal-failed.ts';
import { OptionError } from '../../vocabulary/option-error.ts';

/**
 * Writes a file that an option names (see `writeAtomically`). Rejects with an `OptionError` that begins with the option
 * and ends with `also`.
 */
export async function writeNamed(option: string, path: string, text: string, also = ''): Promise<void> {
  await writeAtomically(path, text).catch((error: unknown) => {
    const reason = error instanceof JournalFailed ? error.reason : 'unknown error';
    throw new OptionError(`cannot write ${option}: ${reason}${also}`);
  });
}
