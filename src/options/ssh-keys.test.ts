import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { publicLine as line, privateFile } from '../testing/openssh-key.ts';
import { privateSshKey, trustedKeys } from './ssh-keys.ts';

const pair = generateKeyPairSync('ed25519');
const { publicKey, privateKey } = pair;
const other = generateKeyPairSync('ed25519').publicKey;

const whose = (text: string) => trustedKeys(text).map((trusted) => trusted.whose);

test('a public key is read from PEM, from its line, and from allowed signers', () => {
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const texts = [
    pem,
    `${line(publicKey)} alice@host`,
    `# who may sign\nalice@example.com ${line(publicKey)}\n`,
  ];
  for (const text of texts) expect(trustedKeys(text)[0]!.key.equals(publicKey)).toBe(true);
  expect(texts.map((text) => whose(text)[0])).toEqual([undefined, 'alice@host', 'alice@example.com']);
});

test('a line of options or a marker without a principal trusts nobody, though OpenSSH takes it for a name', () => {
  for (const start of ['cert-authority', 'namespaces="chatspec"', 'valid-before="20991231"', '@revoked'])
    expect(whose(`${start} ${line(other)}\nalice ${line(publicKey)}`)).toEqual(['alice']);
});

test.each(['\0', '\u001b', '\r', '\u007f'])('a line with the control character %j trusts nobody', (sign) => {
  for (const text of [`ali${sign}ce ${line(other)}`, `${line(other)} ali${sign}ce`]) {
    expect(trustedKeys(`${text}\nbob ${line(publicKey)}\n`).map(({ whose }) => whose)).toEqual(['bob']);
  }
});

test('a PEM block counts alone: beside other text, or as a certificate or a private key, it does not', () => {
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  for (const text of [`alice ${line(other)}\n`, '# retired\n'])
    for (const mixed of [text + pem, pem + text])
      expect(trustedKeys(mixed).some(({ key }) => key.equals(publicKey))).toBe(false);
  expect(trustedKeys(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).toEqual([]);
});

test('what is no Ed25519 key is none', () => {
  const texts = [
    '',
    'nothing',
    line(publicKey).slice(0, -12),
    'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ==',
    privateFile(pair),
  ];
  for (const text of texts) expect(trustedKeys(text)).toEqual([]);
});

test('a private key of OpenSSH signs as its other form does', () => {
  const key = privateSshKey(privateFile(pair))!;
  expect(createPublicKey(key).equals(publicKey)).toBe(true);
  expect(verify(null, Buffer.from('x'), publicKey, sign(null, Buffer.from('x'), key))).toBe(true);
  expect(privateSshKey(privateFile(pair, 'aes256-ctr'))).toBeUndefined();
  expect(privateSshKey(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).toBeUndefined();
});
