import { resolve } from 'node:path';
import { readNamed } from '../../files/named-file.ts';
import { type TrustedKey, trustedKeys } from '../../options/ssh-keys.ts';
import { fingerprintOf } from '../../report/integrity/attestation.ts';
import { verifyFolder } from '../../report/integrity/verify.ts';
import { OptionError } from '../../vocabulary/option-error.ts';

/**
 * The key of the file that `--key` names, by which a folder is signed; the first one if it is signed by none of
 * them. Throws `OptionError` if the file has no key.
 */
export async function trustedKeyFor(folder: string, named: string, cwd: string): Promise<TrustedKey> {
  const keys = publicKeys(resolve(cwd, named), named);
  // A signature names its key and is valid only for that key, so no other key can be meant.
  const claimed = keys.length > 1 ? (await verifyFolder(folder)).keyid : undefined;
  return keys.find(({ key }) => fingerprintOf(key) === claimed) ?? keys[0]!;
}

function publicKeys(path: string, named: string): TrustedKey[] {
  const text = readNamed(path, `--key ${named}`).toString();
  try {
    const keys = trustedKeys(text);
    if (keys.length > 0) return keys;
  } catch {
    // Reported below: the content of the file must not be shown, since it may be a private key.
  }
  throw new OptionError(
    `--key ${named} has no valid Ed25519 public key (PEM, ssh-ed25519 lines or allowed signers)`,
  );
}
