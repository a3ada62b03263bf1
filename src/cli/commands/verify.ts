import { X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import { readNamed } from '../../files/named-file.ts';
import type { TrustedKey } from '../../options/ssh-keys.ts';
import { fingerprintOf } from '../../report/integrity/attestation.ts';
import { type Verification, verifyFolder } from '../../report/integrity/verify.ts';
import { reportFolder } from '../../report/open.ts';
import { oneLine, shorten } from '../../report/text.ts';
import type { Io } from '../../vocabulary/io.ts';
import { OptionError } from '../../vocabulary/option-error.ts';
import { readArguments } from './arguments.ts';
import { trustedKeyFor } from './trusted-key.ts';

/**
 * `verify FOLDER [--key PUB] [--require-signature] [--tsa-ca PEM]`: 0 if nothing changed since the report was
 * written, else 1 with the changes.
 */
export async function verify(args: string[], io: Io): Promise<number> {
  const { positionals, values } = readArguments(
    'verify',
    args,
    { key: { type: 'string' }, 'require-signature': { type: 'boolean' }, 'tsa-ca': { type: 'string' } },
    [1, 1],
  );
  const folder = await reportFolder(positionals[0]!, io.cwd);
  const trusted = values.key === undefined ? undefined : await trustedKeyFor(folder, values.key, io.cwd);
  const requireSignature = values['require-signature'] === true;
  const authority = values['tsa-ca'];
  const found = await verifyFolder(folder, {
    ...(trusted && { key: trusted.key }),
    requireSignature,
    ...(authority !== undefined && { stampAuthorities: certificates(resolve(io.cwd, authority), authority) }),
  });
  const shown = found.problems.slice(0, SHOWN);
  for (const problem of shown) io.stdout.write(`✗ ${oneLine(shorten(problem, 500))}\n`);
  const more = found.problems.length - shown.length;
  if (more > 0) io.stdout.write(`✗ … and ${more} more\n`);
  if (found.problems.length === 0) io.stdout.write(`✓ ${found.files} files are unchanged\n`);
  io.stdout.write(`${signatureInWords(found, trusted)}\n${claimsInWords(found)}${stampInWords(found)}`);
  return found.problems.length === 0 ? 0 : 1;
}

/** Problems that are shown; a folder can contain a million added files. */
const SHOWN = 100;

/** What remains unknown without a verified signature. */
const UNSEEN = 'only a checked signature detects a folder that was rewritten together with its manifest';

function signatureInWords(found: Verification, trusted: TrustedKey | undefined): string {
  switch (found.signature) {
    case 'none':
      return `not signed: ${UNSEEN}`;
    case 'broken':
      return 'the signature is invalid';
    case 'claimed':
      return `claims to be signed by ${oneLine(shorten(found.keyid ?? '', 200))}, not checked: give a trusted key with --key; ${UNSEEN}`;
    default:
      return `signed by ${signer(trusted!)}, a key of --key`;
  }
}

function claimsInWords({ claims = {}, signature }: Verification): string {
  const { operator, purpose, validUntil } = claims;
  if (signature === 'broken') return '';
  const told = [
    ...(operator === undefined ? [] : [`operator ${oneLine(shorten(operator, 200))}`]),
    ...(purpose === undefined ? [] : [`purpose ${oneLine(shorten(purpose, 200))}`]),
    ...(validUntil === undefined ? [] : [`valid until ${oneLine(shorten(validUntil, 20))}`]),
  ];
  return told.length === 0 ? '' : `it says: ${told.join(', ')}\n`;
}

function stampInWords({ stamp }: Verification): string {
  if (!stamp) return '';
  if (stamp.state === 'broken') return 'the time stamp is invalid\n';
  const who = stamp.by === undefined ? '' : ` by ${oneLine(shorten(stamp.by, 200))}`;
  const when = stamp.at?.toISOString();
  return stamp.state === 'good'
    ? `time-stamped ${when}${who}, by an authority of --tsa-ca\n`
    : `claims to be time-stamped ${when}${who}, not checked: give a trusted authority with --tsa-ca\n`;
}

/** The certificates of a PEM file, as DER. */
function certificates(path: string, named: string): Uint8Array[] {
  const text = readNamed(path, `--tsa-ca ${named}`).toString();
  try {
    const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
    const all = (found ?? []).map((pem) => new X509Certificate(pem).raw);
    if (all.length > 0) return all;
  } catch {
    // Reported below.
  }
  throw new OptionError(`--tsa-ca ${named} is not a PEM file of certificates`);
}

function signer({ key, whose }: TrustedKey): string {
  return whose === undefined ? fingerprintOf(key) : `${oneLine(shorten(whose, 200))}, ${fingerprintOf(key)}`;
}
