import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import schema from '#schemas/known.schema.json' with { type: 'json' };
import type { KnownFinding } from '../vocabulary/known-finding.ts';
import { OptionError } from '../vocabulary/option-error.ts';

/** The file in a working folder that is read without being named. */
export const KNOWN_FILE = 'chatspec.known.json';

let validate: ReturnType<Ajv2020['compile']> | undefined;

/** The accepted findings of a file's text. Rejects with `OptionError`, which names the file and the first problem. */
export function parseKnown(text: string, file: string): KnownFinding[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new OptionError(`${file} is not JSON: write it with chatspec accept`);
  }
  validate ??= formats.default(new Ajv2020({ allErrors: false }), ['date', 'uri']).compile(schema);
  if (!validate(value)) {
    const [error] = validate.errors ?? [];
    throw new OptionError(`${file}: ${error?.instancePath || 'the file'} ${error?.message}`);
  }
  const { accepted } = value as { accepted: KnownFinding[] };
  return accepted;
}

/** The accepted findings of a file. Rejects with `OptionError`. */
export function readKnown(file: string): KnownFinding[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const why =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : "it can't be read";
    throw new OptionError(`--known ${file}: ${why}`);
  }
  return parseKnown(text, file);
}

/** The text of a file that holds these findings, in the order of their checks. */
export function knownText(accepted: readonly KnownFinding[]): string {
  const order = (a: KnownFinding) => `${a.check} ${a.fingerprint} ${a.target ?? ''}`;
  const sorted = [...accepted].sort((a, b) => (order(a) < order(b) ? -1 : 1));
  return `${JSON.stringify({ accepted: sorted }, undefined, 2)}\n`;
}
