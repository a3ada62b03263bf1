import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/*
 * Ed25519 keys as OpenSSH writes them: the one line of a public key, the file of allowed signers that `ssh-keygen -Y verify`
 * reads, and a private key without a passphrase.
 */

const TYPE = 'ssh-ed25519';

/** A key that somebody trusts, with whose it is as far as the file says so. */
export interface TrustedKey {
  key: KeyObject;
  /** The principals of an allowed signer, or the comment of a public key. */
  whose?: string;
}

/** The namespace in which a signer has to be allowed, where his line names any. */
const NAMESPACE = 'chatspec';

/**
 * The keys in a file of public keys: PEM, lines of `ssh-ed25519 …`, or allowed signers (`alice@example.com ssh-ed25519 …`).
 * Keys of other types, of authorities, for other namespaces, or not valid at `now` (epoch milliseconds) are left out.
 */
export function trustedKeys(text: string, now: number): TrustedKey[] {
  if (text.includes('-----BEGIN')) {
    const key = text.includes('PRIVATE KEY') ? undefined : attempt(() => createPublicKey(text));
    return key?.asymmetricKeyType === 'ed25519' ? [{ key }] : [];
  }
  return text.split(/\r?\n/).flatMap((line) => trustedKey(line.trim(), now) ?? []);
}

function trustedKey(line: string, now: number): TrustedKey | undefined {
  if (line === '' || line.startsWith('#')) return undefined;
  const [, before = '', blob = '', comment = ''] =
    /^(.*?)(?:^|\s)ssh-ed25519\s+([A-Za-z0-9+/]+={0,2})(?:\s+(.*))?$/.exec(line) ?? [];
  const key = publicKeyOf(Buffer.from(blob, 'base64'));
  if (!key) return undefined;
  const [, principals = '', options = ''] = /^("[^"]*"|\S*)\s*(.*)$/.exec(before) ?? [];
  if (!isAllowed(options, now)) return undefined;
  const whose = principals.replaceAll('"', '') || comment.trim();
  return { key, ...(whose !== '' && { whose }) };
}

function isAllowed(options: string, now: number): boolean {
  if (/\bcert-authority\b/i.test(options)) return false;
  const value = (name: string) => new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(options)?.[1];
  const namespaces = value('namespaces');
  if (namespaces !== undefined && !namespaces.split(',').some((name) => name === NAMESPACE || name === '*'))
    return false;
  const [after, until] = [value('valid-after'), value('valid-before')].map((text) => text && momentOf(text));
  return !(after && now < after) && !(until && now >= until);
}

/** `YYYYMMDD[HHMM[SS]][Z]`, in UTC; a moment that can't be read is one that never comes. */
function momentOf(text: string): number {
  const [, y, m, d, hours = '00', minutes = '00', seconds = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?Z?$/.exec(text) ?? [];
  const moment = Date.parse(`${y}-${m}-${d}T${hours}:${minutes}:${seconds}Z`);
  return Number.isFinite(moment) ? moment : Number.POSITIVE_INFINITY;
}

/** The key in a blob of the wire format; undefined when it is of another type, or cut. */
function publicKeyOf(blob: Buffer): KeyObject | undefined {
  const [type, x, rest] = stringsIn(blob, 2);
  if (type?.toString() !== TYPE || x?.length !== 32 || rest?.length !== 0) return undefined;
  return attempt(() =>
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') }, format: 'jwk' }),
  );
}

/** The private key in an OpenSSH file without a passphrase; undefined for anything else. */
export function privateSshKey(text: string): KeyObject | undefined {
  const [, body] =
    /^-----BEGIN OPENSSH PRIVATE KEY-----\s+([A-Za-z0-9+/=\s]+)-----END OPENSSH PRIVATE KEY-----\s*$/.exec(
      text,
    ) ?? [];
  const bytes = Buffer.from(body ?? '', 'base64');
  const magic = Buffer.from('openssh-key-v1\0');
  if (!bytes.subarray(0, magic.length).equals(magic)) return undefined;
  const [cipher, , , afterKdf] = stringsIn(bytes.subarray(magic.length), 3);
  if (cipher?.toString() !== 'none' || !afterKdf || afterKdf.length < 4 || afterKdf.readUInt32BE() !== 1)
    return undefined;
  const [, secret] = stringsIn(afterKdf.subarray(4), 2);
  // Two equal numbers, by which a wrong passphrase is noticed, stand before the key.
  const [type, x, both] = stringsIn(secret?.subarray(8) ?? Buffer.alloc(0), 3);
  if (type?.toString() !== TYPE || x?.length !== 32 || both?.length !== 64) return undefined;
  const jwk = {
    kty: 'OKP',
    crv: 'Ed25519',
    x: x.toString('base64url'),
    d: both.subarray(0, 32).toString('base64url'),
  };
  return attempt(() => createPrivateKey({ key: jwk, format: 'jwk' }));
}

/** So many strings with their lengths before them, and what follows; undefined from where the bytes end too soon. */
function stringsIn(bytes: Buffer, count: number): (Buffer | undefined)[] {
  const found: (Buffer | undefined)[] = [];
  let rest: Buffer | undefined = bytes;
  for (let i = 0; i < count; i++) {
    const length: number = rest && rest.length >= 4 ? rest.readUInt32BE() : Number.POSITIVE_INFINITY;
    const whole: boolean = rest !== undefined && rest.length >= 4 + length;
    found.push(whole ? rest!.subarray(4, 4 + length) : undefined);
    rest = whole ? rest!.subarray(4 + length) : undefined;
  }
  return [...found, rest];
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
