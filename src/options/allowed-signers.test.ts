import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { privateFile, publicLine } from '../testing/openssh-key.ts';
import { trustedKeys } from './ssh-keys.ts';

const pair = generateKeyPairSync('ed25519');
const KEY = publicLine(pair.publicKey);
const OTHER = publicLine(generateKeyPairSync('ed25519').publicKey);
const RSA = 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ==';
const LONG = 'x'.repeat(1030);

/** Lines of allowed signers, each with the requested principal, and whether KEY is trusted for it. */
const LINES: readonly (readonly [line: string, principal: string, trusted: boolean])[] = [
  [`alice ${KEY}`, 'alice', true],
  [`alice ${KEY} a comment`, 'alice', true],
  [`\t alice \t ${KEY}\t comment\r`, 'alice', true],
  [`alice ${KEY.replace(' ', ' \t ')}`, 'alice', true],
  [`bob ${KEY}`, 'alice', false],
  [`Alice ${KEY}`, 'alice', false],
  [`bob,alice ${KEY}`, 'alice', true],
  [`alice, ${KEY}`, 'alice', true],
  [`"alice" ${KEY}`, 'alice', false],
  [`"alice"${KEY}`, 'alice', false],
  [`al"ice" ${KEY}`, 'alice', false],
  [`"alice smith,bob" ${KEY}`, 'alice smith', false],
  [`"alice ${KEY}`, 'alice', false],
  ['alice"', 'alice', false],
  [`*@example.com ${KEY}`, '*@example.com', true],
  [`*@example.com,eve ${KEY}`, '*@example.org', false],
  [`ali?e ${KEY}`, 'ali?e', true],
  [`a.ice ${KEY}`, 'alice', false],
  [`!alice,* ${KEY}`, 'alice', false],
  [`!alice,* ${KEY}`, '*', false],
  [`*,!alice ${KEY}`, 'alice', false],
  [`alice,!alice ${KEY}`, 'alice', false],
  [`!bob,alice ${KEY}`, 'alice', false],
  [`!alice ${KEY}`, 'bob', false],
  [`# alice ${KEY}`, 'alice', false],
  [`#alice ${KEY}`, 'alice', false],
  [`alice # ${KEY}`, 'alice', false],
  ['alice', 'alice', false],
  [`@revoked alice ${KEY}`, 'alice', false],
  [`@cert-authority alice ${KEY}`, 'alice', false],
  [`alice @revoked ${KEY}`, 'alice', false],
  [`alice cert-authority ${KEY}`, 'alice', false],
  [`alice CERT-AUTHORITY ${KEY}`, 'alice', false],
  [`alice cert-authority,namespaces="chatspec" ${KEY}`, 'alice', false],
  [`alice namespaces="chatspec" ${KEY}`, 'alice', true],
  [`alice namespaces="git,chatspec" ${KEY}`, 'alice', true],
  [`alice NameSpaces="chatspec" ${KEY}`, 'alice', false],
  [`alice ,,namespaces="chatspec" ${KEY}`, 'alice', false],
  [`alice namespaces="chat*" ${KEY}`, 'alice', false],
  [`alice namespaces="*" ${KEY}`, 'alice', false],
  [`alice namespaces="" ${KEY}`, 'alice', false],
  [`alice namespaces="git" ${KEY}`, 'alice', false],
  [`alice namespaces="CHATSPEC" ${KEY}`, 'alice', false],
  [`alice namespaces="chatspec2" ${KEY}`, 'alice', false],
  [`alice namespaces="git, chatspec" ${KEY}`, 'alice', false],
  [`alice namespaces="!chatspec,*" ${KEY}`, 'alice', false],
  [`alice namespaces="*,!chat*" ${KEY}`, 'alice', false],
  [`alice namespaces="!git,*" ${KEY}`, 'alice', false],
  [`alice namespaces="${LONG},chatspec" ${KEY}`, 'alice', false],
  [`alice namespaces="chat\\"spec" ${KEY}`, 'alice', false],
  [`alice namespaces="chat\\"spec,chatspec" ${KEY}`, 'alice', false],
  [`alice namespaces=chatspec ${KEY}`, 'alice', false],
  [`alice namespaces='chatspec' ${KEY}`, 'alice', false],
  [`alice namespaces="chatspec ${KEY}`, 'alice', false],
  [`alice namespaces="chatspec\\" ${KEY}`, 'alice', false],
  [`alice namespaces = "chatspec" ${KEY}`, 'alice', false],
  [`alice namespaces="chatspec"x ${KEY}`, 'alice', false],
  [`alice namespaces="chatspec", ${KEY}`, 'alice', false],
  [`alice namespaces="chatspec" namespaces="chatspec" ${KEY}`, 'alice', false],
  [`alice namespaces="chatspec",namespaces="chatspec" ${KEY}`, 'alice', false],
  [`alice namespaces="git",namespaces="chatspec" ${KEY}`, 'alice', false],
  [`alice no-touch-required ${KEY}`, 'alice', false],
  [`alice restrict,namespaces="chatspec" ${KEY}`, 'alice', false],
  [`alice x-namespaces="chatspec" ${KEY}`, 'alice', false],
  [`alice valid-after="20261101",valid-before="20261201" ${KEY}`, 'alice', false],
  [`alice valid-before="20261123" ${KEY}`, 'alice', false],
  [`alice ${RSA} ${KEY}`, 'alice', false],
  [`alice ${OTHER} ${KEY}`, 'alice', false],
  [`alice ${OTHER} # ${KEY}`, 'alice', false],
  [`alice ${KEY}=`, 'alice', false],
  [`alice ${KEY}AAAA`, 'alice', false],
  [`alice "${KEY}"`, 'alice', false],
  [`alice ${KEY.slice(0, -4)}`, 'alice', false],
  [`alice ${KEY.replace('ssh-ed25519', 'ssh-rsa')}`, 'alice', false],
  [`alice ${KEY.replace('ssh-ed25519', 'SSH-ED25519')}`, 'alice', false],
  [`alice ssh-foo AAAA\nalice ${KEY}`, 'alice', true],
  [`alice namespaces=git ${KEY}\nalice ${KEY}`, 'alice', true],
  [`alice ${OTHER}\nbob ${KEY}`, 'alice', false],
];

const MESSAGE = 'a report';

const folder = mkdtempSync(join(tmpdir(), 'chatspec-signers-'));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isTrusted = (text: string, principal: string) =>
  trustedKeys(text).some(
    ({ key, whose }) => key.equals(pair.publicKey) && whose?.split(',').includes(principal),
  );

describe('allowed signers', () => {
  test('a key is trusted for a principal of its line alone', () => {
    expect(LINES.filter(([line, name, t]) => isTrusted(line, name) !== t)).toEqual([]);
  });

  test('ssh-keygen trusts these lines too', ({ skip }) => {
    skip(spawnSync('ssh-keygen', ['-?']).error !== undefined, 'ssh-keygen is not installed');
    writeFileSync(at('key'), privateFile(pair), { mode: 0o600 });
    writeFileSync(at('message'), MESSAGE);
    execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', at('key'), '-n', 'chatspec', at('message')], {
      stdio: 'pipe',
    });
    const trusted = LINES.filter(([, , isTrusted]) => isTrusted);
    const found = trusted.map(([line, principal]) => {
      writeFileSync(at('signers'), `${line}\n`);
      const names = ['-I', principal, '-n', 'chatspec'];
      const files = ['-f', at('signers'), '-s', at('message.sig')];
      const { status } = spawnSync('ssh-keygen', ['-Y', 'verify', ...names, ...files], { input: MESSAGE });
      return [line, principal, status === 0];
    });
    expect(found).toEqual(trusted);
  });
});
