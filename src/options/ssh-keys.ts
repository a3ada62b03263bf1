import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { fitsWildcards } from '../vocabulary/glob.ts';
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

/** The namespaces in which a signer is allowed, if the line names any. */
const NAMESPACE = 'chatspec';

const PEM = /^\s*-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----\s*$/;
const KEY = 'ssh-ed25519[ \\t]+([A-Za-z0-9+/]{68})(?:[ \\t]+(.*))?$';
const OPTION = '(?i:cert-authority|(?:namespaces|valid-after|valid-before)="(?:\\\\"|[^"\\\\]|\\\\(?!"))*")?';
const OPTIONS = `${OPTION}(?:,(?![ \\t])${OPTION})*`;
const PUBLIC_KEY = new RegExp(`^${KEY}`);
/** Principals, options and key. As in OpenSSH, a closing quote ends the principals. */
const SIGNER = new RegExp(`^([^"\\s]*)(?:"([^"]*)"[ \\t]*|[ \\t]+)(?:(${OPTIONS})[ \\t]+)?${KEY}`);
/** The first word of a line without a principal. */
const NO_PRINCIPAL = /^(?:$|!|@|cert-authority$|namespaces=|valid-(?:after|before)=)/i;
/** OpenSSH reads a line up to a zero byte; the only other allowed control character is the tab. */
const CONTROL = /(?!\t)\p{Cc}/u;
const TIME = /^(\d{4})(\d\d)(\d\d)(?:([01]\d|2[0-3])(\d\d)(\d\d)?)?(Z|UTC)?$/i;

/**
 * The keys in a file of public keys: one PEM block, or lines of `ssh-ed25519 …` and of allowed signers. An allowed
 * signer counts if `ssh-keygen -Y verify` accepts the line at `now` (epoch milliseconds) for one of its principals.
 * Other lines, and certificate authorities, are ignored. Throws for a PEM block without a key.
 */
export function trustedKeys(text: string, now: number): TrustedKey[] {
  if (PEM.test(text)) {
    const key = createPublicKey(text);
    return key.asymmetricKeyType === 'ed25519' ? [{ key }] : [];
  }
  return text.split('\n').flatMap((raw) => {
    const line = withoutEnding(raw.replace(/^[ \t]+/, ''), ' \t\r');
    if (CONTROL.test(line)) return [];
    const [, blob, comment] = PUBLIC_KEY.exec(line) ?? [];
    const key = blob && publicKeyOf(blob);
    return key ? [{ key, ...(comment && { whose: comment }) }] : allowedSigner(line, now);
  });
}

/** Limits of an allowed signer: each of its principals is compared with all of them. */
const LONGEST_LINE = 8192;
const MOST_PRINCIPALS = 100;

function allowedSigner(line: string, now: number): TrustedKey[] {
  if (line.length > LONGEST_LINE) return [];
  const [, start = '', quoted = '', options = '', blob = ''] = SIGNER.exec(line) ?? [];
  const key = publicKeyOf(blob);
  const principals = start + quoted;
  const isUsable = (name: string) => !NO_PRINCIPAL.test(name) && isListed(name, principals);
  const names = principals.split(',');
  if (names.length > MOST_PRINCIPALS) return [];
  const named = names.filter((name) => name.startsWith('!') || isUsable(name));
  if (!key || line.startsWith('#') || !named.some(isUsable) || !isAllowed(options, now)) return [];
  return [{ key, whose: named.join() }];
}

function isAllowed(options: string, now: number): boolean {
  const found = new Map<string, string>();
  for (const [, name = '', value] of options.matchAll(/([a-z-]+)(?:="((?:\\"|[^"])*)")?/gi)) {
    if (value === undefined || found.has(name.toLowerCase())) return false;
    found.set(name.toLowerCase(), value);
  }
  const moment = (name: string) => (found.has(name) ? momentOf(found.get(name)!) : undefined);
  const [after = 1, before = Number.POSITIVE_INFINITY] = [moment('valid-after'), moment('valid-before')];
  const second = now - (now % 1000);
  const isValid = after > 0 && after < before && after <= second && second <= before;
  return isValid && isListed(NAMESPACE, found.get('namespaces') ?? '*');
}

/** Whether a list of patterns with `*` and `?` contains the name; a matching pattern after `!` excludes it. */
function isListed(name: string, list: string): boolean {
  const patterns = list.split(',');
  const matching = patterns.filter((p) => fitsWildcards(name, p.replace(/^!/, ''), '?'));
  // OpenSSH rejects longer patterns, and then the whole list.
  const isReadable = patterns.every((p) => p.length < 1023);
  return isReadable && matching.length > 0 && !matching.some((p) => p.startsWith('!'));
}

/** Epoch milliseconds of `YYYYMMDD[HHMM[SS]][Z]`, in local time without `Z`; NaN for anything else. */
function momentOf(text: string): number {
  const [, y, m, d, hours = '00', minutes = '00', seconds = '00', zone] = TIME.exec(text) ?? [];
  return Date.parse(`${y}-${m}-${d}T${hours}:${minutes}:${seconds}${zone ? 'Z' : ''}`);
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
