import { createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { privateSshKey, trustedKeys } from './ssh-keys.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('ed25519').publicKey;

const string = (bytes: Uint8Array | string) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(bytes));
  return Buffer.concat([length, Buffer.from(bytes as string)]);
};
const raw = (key: KeyObject) => Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url');
const blob = (key: KeyObject) => Buffer.concat([string('ssh-ed25519'), string(raw(key))]);
const line = (key: KeyObject) => `ssh-ed25519 ${blob(key).toString('base64')}`;

/** The file that ssh-keygen writes. */
function opensshFile(cipher = 'none'): string {
  const seed = Buffer.from(privateKey.export({ format: 'jwk' }).d!, 'base64url');
  const secret = Buffer.concat([
    Buffer.alloc(8, 7),
    string('ssh-ed25519'),
    string(raw(publicKey)),
    string(Buffer.concat([seed, raw(publicKey)])),
    string('alice@host'),
    Buffer.from([1, 2, 3]),
  ]);
  const one = Buffer.from([0, 0, 0, 1]);
  const all = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    string(cipher),
    string('none'),
    string(''),
    one,
    string(blob(publicKey)),
    string(secret),
  ]);
  const body = all.toString('base64').replace(/(.{70})/g, '$1\n');
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${body}\n-----END OPENSSH PRIVATE KEY-----\n`;
}

const whose = (text: string) => trustedKeys(text, now).map((trusted) => trusted.whose);

test('a public key is read from PEM, from its line, and from allowed signers', () => {
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const texts = [
    pem,
    `${line(publicKey)} alice@host`,
    `# who may sign\nalice@example.com ${line(publicKey)}\n`,
  ];
  for (const text of texts) expect(trustedKeys(text, now)[0]!.key.equals(publicKey)).toBe(true);
  expect(texts.map((text) => whose(text)[0])).toEqual([undefined, 'alice@host', 'alice@example.com']);
});

describe('an allowed signer', () => {
  test.each([
    ['bob@example.com,eve@example.com', '', true],
    ['bob', 'namespaces="git,chatspec"', true],
    ['bob', 'namespaces="git"', false],
    ['bob', 'cert-authority', false],
    ['bob', 'valid-after="20261101",valid-before="20261201"', true],
    ['bob', 'valid-after="20261123"', false],
    ['bob', 'valid-before="202611221200Z"', false],
    ['bob', 'valid-before="soon"', true],
    ['bob', 'valid-after="soon"', false],
  ])('%s %s: %s', (principals, options, allowed) => {
    const text = `${[principals, options].filter(Boolean).join(' ')} ${line(other)}\nalice ${line(publicKey)}`;
    expect(whose(text)).toEqual(allowed ? [principals, 'alice'] : ['alice']);
  });
});

test('what is no Ed25519 key is none', () => {
  const cut = Buffer.from(blob(publicKey).subarray(0, 40)).toString('base64');
  const texts = [
    '',
    'nothing',
    `ssh-ed25519 ${cut}`,
    'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ==',
    opensshFile(),
  ];
  for (const text of texts) expect(trustedKeys(text, now)).toEqual([]);
});

test('a private key of OpenSSH signs as its other form does', () => {
  const key = privateSshKey(opensshFile())!;
  expect(createPublicKey(key).equals(publicKey)).toBe(true);
  expect(verify(null, Buffer.from('x'), publicKey, sign(null, Buffer.from('x'), key))).toBe(true);
  expect(privateSshKey(opensshFile('aes256-ctr'))).toBeUndefined();
  expect(privateSshKey(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).toBeUndefined();
});
