import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { withoutEnding } from '../vocabulary/without-ending.ts';

/**
 * Ed25519 keys in OpenSSH formats: a public key's line, the file of allowed signers for `ssh-keygen -Y verify`, and
 * a private key without a passphrase.
 */

/** A trusted key, with its owner as far as the file names one. */
export interface TrustedKey {
  key: KeyObject;
  /** The principals of an allowed signer, or the comment of a public key. */
  whose?: string;
}

/** The namespace of our signatures. */
const NAMESPACE = 'chatspec';

const PEM = /^\s*-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----\s*$/;
const KEY = 'ssh-ed25519[ \\t]+([A-Za-z0-9+/]{68})(?:[ \\t]+(.*))?$';
const PUBLIC_KEY = new RegExp(`^${KEY}`);
/** Principals, perhaps namespaces, and key. */
const SIGNER = new RegExp(
  `^(?!(?i:cert-authority)[ \\t])([^!@#"=\\s][^!"=\\s]*)[ \\t]+(?:namespaces="([\\w.,@-]{1,1000})"[ \\t]+)?${KEY}`,
);
/** OpenSSH reads a line up to a zero byte; the only other allowed control character is the tab. */
const CONTROL = /(?!\t)\p{Cc}/u;

/**
 * The keys in a file of public keys: one PEM block, or lines of `ssh-ed25519 …` and of allowed signers. A signer with
 * quoted or negated names, or with other options than `namespaces`, is ignored: `ssh-keygen -Y verify` might reject
 * it. Throws for a PEM block without a key.
 */
export function trustedKeys(text: string): TrustedKey[] {
  if (PEM.test(text)) {
    const key = createPublicKey(text);
    return key.asymmetricKeyType === 'ed25519' ? [{ key }] : [];
  }
  return text.split('\n').flatMap((raw) => {
    const line = withoutEnding(raw.replace(/^[ \t]+/, ''), ' \t\r');
    if (CONTROL.test(line)) return [];
    const [, blob, comment] = PUBLIC_KEY.exec(line) ?? [];
    const key = blob && publicKeyOf(blob);
    return key ? [{ key, ...(comment && { whose: comment }) }] : allowedSigner(line);
  });
}

function allowedSigner(line: string): TrustedKey[] {
  const [, whose = '', namespaces = NAMESPACE, blob = ''] = SIGNER.exec(line) ?? [];
  const key = publicKeyOf(blob);
  return key && namespaces.split(',').includes(NAMESPACE) ? [{ key, whose }] : [];
}

/** The bytes before the 32 bytes of a public key in its blob: type and length, with their lengths. */
const BLOB_HEAD = Buffer.from('\0\0\0\x0bssh-ed25519\0\0\0\x20');

/** The key in a Base64 blob of the wire format; undefined for another type. */
function publicKeyOf(base64: string): KeyObject | undefined {
  const blob = Buffer.from(base64, 'base64');
  if (blob.length !== 51 || !blob.subarray(0, 19).equals(BLOB_HEAD)) return undefined;
  const x = blob.toString('base64url', 19);
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

/** The bytes before the blob of the public key in a file of one key without a passphrase. */
const FILE_HEAD = Buffer.from('openssh-key-v1\0\0\0\0\x04none\0\0\0\x04none\0\0\0\0\0\0\0\x01\0\0\0\x33');

/** The private key in an OpenSSH file without a passphrase; undefined for anything else. */
export function privateSshKey(text: string): KeyObject | undefined {
  const [, body = ''] =
    /^-----BEGIN OPENSSH PRIVATE KEY-----\s+([A-Za-z0-9+/=\s]+)-----END OPENSSH PRIVATE KEY-----\s*$/.exec(
      text,
    ) ?? [];
  const bytes = Buffer.from(body, 'base64');
  if (!bytes.subarray(0, FILE_HEAD.length).equals(FILE_HEAD)) return undefined;
  // After the public blob come a length and two equal numbers of four bytes, the public blob again, a length, and the key.
  const secret = bytes.subarray(FILE_HEAD.length + 51 + 12);
  if (secret.length < 119 || !secret.subarray(0, 19).equals(BLOB_HEAD)) return undefined;
  const [x, d] = [secret.toString('base64url', 19, 51), secret.toString('base64url', 55, 87)];
  return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d }, format: 'jwk' });
}
