import type { KeyObject } from 'node:crypto';

const string = (bytes: Uint8Array | string) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(bytes));
  return Buffer.concat([length, Buffer.from(bytes as string)]);
};
const raw = (key: KeyObject) => Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url');
const blob = (key: KeyObject) => Buffer.concat([string('ssh-ed25519'), string(raw(key))]);

/** An Ed25519 public key as its line in a file of OpenSSH, without a comment. */
export function publicLine(key: KeyObject): string {
  return `ssh-ed25519 ${blob(key).toString('base64')}`;
}

/** The file that ssh-keygen writes for an Ed25519 key without a passphrase; with another cipher only its head differs. */
export function privateFile(
  { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject },
  cipher = 'none',
): string {
  const seed = Buffer.from(privateKey.export({ format: 'jwk' }).d!, 'base64url');
  const secret = Buffer.concat([
    Buffer.alloc(8, 7),
    blob(publicKey),
    string(Buffer.concat([seed, raw(publicKey)])),
    string('alice@host'),
    // To a multiple of eight bytes.
    Buffer.from([1, 2, 3]),
  ]);
  const all = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    string(cipher),
    string('none'),
    string(''),
    Buffer.from([0, 0, 0, 1]),
    string(blob(publicKey)),
    string(secret),
  ]);
  const body = all.toString('base64').replace(/(.{70})/g, '$1\n');
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${body}\n-----END OPENSSH PRIVATE KEY-----\n`;
}
