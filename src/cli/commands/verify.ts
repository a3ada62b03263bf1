import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type TrustedKey, trustedKeys } from '../../options/ssh-keys.ts';
import { fingerprintOf } from '../../report/attestation.ts';
import { reportFolder } from '../../report/open.ts';
import { oneLine, shorten } from '../../report/text.ts';
import { type Verification, verifyFolder } from '../../report/verify.ts';
import type { Io } from '../../vocabulary/io.ts';
import { OptionError } from '../../vocabulary/option-error.ts';
import { readArguments } from './arguments.ts';

/**
 * `verify FOLDER [--key PUB] [--require-signature]`: 0 when nothing was changed since the report was written, else 1
 * with what was.
 */
export async function verify(args: string[], io: Io): Promise<number> {
  const { positionals, values } = readArguments(
    args,
    { key: { type: 'string' }, 'require-signature': { type: 'boolean' } },
    { least: 1, most: 1, usage: 'verify FOLDER [--key PUBLIC_KEY_FILE] [--require-signature]' },
  );
  const folder = await reportFolder(positionals[0]!, io.cwd);
  const keys = values.key === undefined ? [] : publicKeys(resolve(io.cwd, values.key), values.key);
  const requireSignature = values['require-signature'] === true;
  // A signature names its key, and only holds with that one: of several keys no other one can be meant.
  const claimed = keys.length > 1 ? (await verifyFolder(folder)).keyid : undefined;
  const trusted = keys.find(({ key }) => fingerprintOf(key) === claimed) ?? keys[0];
  const found = await verifyFolder(folder, { ...(trusted && { key: trusted.key }), requireSignature });
  const shown = found.problems.slice(0, SHOWN);
  for (const problem of shown) io.stdout.write(`✗ ${oneLine(shorten(problem, 500))}\n`);
  const more = found.problems.length - shown.length;
  if (more > 0) io.stdout.write(`✗ … and ${more} more\n`);
  if (found.problems.length === 0) io.stdout.write(`✓ ${found.files} files are as they were written\n`);
  io.stdout.write(`${signatureInWords(found, trusted)}\n`);
  return found.problems.length === 0 ? 0 : 1;
}

/** Problems that are shown; a folder can hold a million files that were added. */
const SHOWN = 100;

/** What nobody can find out without a signature that was checked. */
const UNSEEN =
  'a folder that was rewritten as a whole, its manifest too, is found out by a checked signature alone';

function signatureInWords(found: Verification, trusted: TrustedKey | undefined): string {
  switch (found.signature) {
    case 'none':
      return `not signed: ${UNSEEN}`;
    case 'broken':
      return 'the signature does not hold';
    case 'claimed':
      return `claims to be signed by ${oneLine(found.keyid ?? '')}, not checked: give the key that you trust with --key; ${UNSEEN}`;
    default:
      return `signed by ${signer(trusted!)}, the key that was given`;
  }
}

function signer({ key, whose }: TrustedKey): string {
  return whose === undefined ? fingerprintOf(key) : `${oneLine(whose)}, ${fingerprintOf(key)}`;
}

function publicKeys(path: string, named: string): TrustedKey[] {
  try {
    const keys = trustedKeys(readFileSync(path, 'utf8'), Date.now());
    if (keys.length > 0) return keys;
  } catch {
    // Told below: what the file holds must not be shown, it might be a private key.
  }
  throw new OptionError(
    `--key ${named} is not a file with an Ed25519 public key that is allowed now: PEM, ssh-ed25519 lines, allowed signers`,
  );
}
