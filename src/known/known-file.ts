import schema from '#schemas/known.schema.json' with { type: 'json' };
import { parseJsonFile, shapedBy } from '../files/json.ts';
import { readNamed } from '../files/named-file.ts';
import { BadFile } from '../files/regular-file.ts';
import { jsonText } from '../vocabulary/json-text.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import type { KnownFinding } from '../vocabulary/record.ts';

/** The file in a working folder that is read by default. */
export const KNOWN_FILE = 'chatspec.known.json';

const shape = shapedBy<{ accepted: KnownFinding[] }>(schema);

/** The accepted findings in a file's bytes. Throws an `OptionError` that names the file and the first problem. */
export function parseKnown(bytes: Buffer, file: string): KnownFinding[] {
  try {
    return parseJsonFile(bytes, shape).accepted;
  } catch (error) {
    if (!(error instanceof BadFile)) throw error;
    throw new OptionError(`${file}: ${error.message}; use chatspec accept to write the file`);
  }
}

/** The accepted findings of a file. Throws `OptionError`. */
export function readKnown(file: string): KnownFinding[] {
  return parseKnown(readNamed(file, `--known ${file}`), file);
}

/** The text of a file that holds these findings, in the order of their checks. */
export function knownText(accepted: readonly KnownFinding[]): string {
  const order = (a: KnownFinding) => `${a.check} ${a.fingerprint} ${a.target ?? ''}`;
  const sorted = [...accepted].sort((a, b) => (order(a) < order(b) ? -1 : 1));
  return jsonText({ accepted: sorted });
}
