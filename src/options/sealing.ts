import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readSecret } from '../files/named-file.ts';
import { OptionError } from '../vocabulary/option-error.ts';
import type { Given } from './parse.ts';
import { privateSshKey } from './ssh-keys.ts';
import { baseUrl, calendarDay, text } from './values.ts';

/** Claims in a signature, as stated by the operator. */
export interface Claims {
  operator?: string;
  purpose?: string;
  /** The last day of the attestation's validity, YYYY-MM-DD. */
  validUntil?: string;
}

/** How a report is sealed. */
export interface Sealing {
  signKey: KeyObject;
  claims: Claims;
  /** A time-stamp service (RFC 3161) for the signature. */
  timestamp?: string;
}

/** Options of the signature. */
export const OF_A_SIGNATURE = ['operator', 'purpose', 'valid-until', 'timestamp'];

/** Reads how the report is to be sealed; undefined if it is not signed. Throws `OptionError`. */
export function readSealing(given: Given): Sealing | undefined {
  const file = text(given, 'sign-key');
  if (file === undefined) {
    const idle = OF_A_SIGNATURE.find((name) => given.has(name));
    if (idle !== undefined) throw new OptionError(`--${idle} needs --sign-key`);
    return undefined;
  }
  const [operator, purpose, until, timestamp] = OF_A_SIGNATURE.map((name) => text(given, name));
  const validUntil = until === undefined ? undefined : calendarDay('valid-until', until);
  return {
    signKey: readSignKey(file),
    claims: {
      ...(operator !== undefined && { operator }),
      ...(purpose !== undefined && { purpose }),
      ...(validUntil !== undefined && { validUntil }),
    },
    ...(timestamp !== undefined && { timestamp: serviceUrl(timestamp) }),
  };
}

/** The address of a time-stamp service, which may have a path that ends in a slash. */
function serviceUrl(raw: string): string {
  baseUrl(raw, 'timestamp');
  return raw;
}

function readSignKey(file: string): KeyObject {
  const pem = readSecret('sign-key', file);
  try {
    const key = privateSshKey(pem) ?? createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The problem of a private key is shown only to its owner.
  }
  throw new OptionError(
    `--sign-key ${file} is not an Ed25519 private key in PEM or OpenSSH format without a passphrase: create one with openssl genpkey -algorithm ed25519`,
  );
}
