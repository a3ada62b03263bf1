import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fingerprintOf } from '../../report/attestation.ts';
import { reportFolder } from '../../report/open.ts';
import { oneLine } from '../../report/text.ts';
import { type Verification, verifyFolder } from '../../report/verify.ts';
import type { Io } from '../../vocabulary/io.ts';
import { OptionError } from '../../vocabulary/option-error.ts';
import { readArguments } from './arguments.ts';

/** `verify FOLDER [--key PUB]`: 0 when nothing was changed since the report was written, else 1 with what was. */
export async function verify(args: string[], io: Io): Promise<number> {
  const { positionals, values } = readArguments(
    args,
    { key: { type: 'string' } },
    { least: 1, most: 1, usage: 'verify FOLDER [--key PUBLIC_KEY_FILE]' },
  );
  const folder = await reportFolder(positionals[0]!, io.cwd);
  const key = values.key === undefined ? undefined : publicKey(resolve(io.cwd, values.key), values.key);
  const found = await verifyFolder(folder, key);
  for (const problem of found.problems) io.stdout.write(`✗ ${oneLine(problem)}\n`);
  if (found.problems.length === 0) io.stdout.write(`✓ ${found.files} files are as they were written\n`);
  io.stdout.write(`${signatureInWords(found, key)}\n`);
  return found.problems.length === 0 ? 0 : 1;
}

function signatureInWords(found: Verification, key: KeyObject | undefined): string {
  switch (found.signature) {
    case 'none':
      return 'not signed';
    case 'broken':
      return 'the signature does not hold';
    case 'unknown-key':
      return `signed by an unknown key ${oneLine(found.keyid ?? '')}: give the key that you trust with --key`;
    default:
      return `signed by ${fingerprintOf(key!)}, the key that was given`;
  }
}

function publicKey(path: string, named: string): KeyObject {
  try {
    const key = createPublicKey(readFileSync(path));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Told below: what the file holds must not be shown, it might be a private key.
  }
  throw new OptionError(`--key ${named} is not a file with an Ed25519 public key in PEM`);
}
