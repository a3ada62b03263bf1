import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { privateFile, publicLine } from '../testing/openssh-key.ts';
import { trustedKeys } from './ssh-keys.ts';

const pair = generateKeyPairSync('ed25519');
const KEY = publicLine(pair.publicKey);
const OTHER = publicLine(generateKeyPairSync('ed25519').publicKey);
const RSA = 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ==';
const LONG = 'x'.repeat(1030);

/**
 * Lines of allowed signers, each with the requested principal, and whether KEY is trusted for it. The time is noon
 * of 2026-11-22, local time.
 */
const LINES: readonly (readonly [line: string, principal: string, trusted: boolean])[] = [
  [`alice ${KEY}`, 'alice', true],
  [`alice ${KEY} a comment`, 'alice', true],
  [`\t alice \t ${KEY}\t comment\r`, 'alice', true],
  [`alice ${KEY.replace(' ', ' \t ')}`, 'alice', true],
  [`bob ${KEY}`, 'alice', false],
  [`Alice ${KEY}`, 'alice', false],
  [`bob,alice ${KEY}`, 'alice', true],
  [`alice, ${KEY}`, 'alice', true],
  [`"alice" ${KEY}`, 'alice', true],
  [`"alice"${KEY}`, 'alice', true],
  [`al"ice" ${KEY}`, 'alice', true],
  [`"alice smith,bob" ${KEY}`, 'alice smith', true],
  [`"alice ${KEY}`, 'alice', false],
  ['alice"', 'alice', false],
  [`*@example.com ${KEY}`, '*@example.com', true],
  [`*@example.com,eve ${KEY}`, '*@example.org', false],
  [`ali?e ${KEY}`, 'ali?e', true],
  [`a.ice ${KEY}`, 'alice', false],
  [`!alice,* ${KEY}`, 'alice', false],
  [`!alice,* ${KEY}`, '*', true],
  [`*,!alice ${KEY}`, 'alice', false],
  [`alice,!alice ${KEY}`, 'alice', false],
  [`!bob,alice ${KEY}`, 'alice', true],
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
  [`alice NameSpaces="chatspec" ${KEY}`, 'alice', true],
  [`alice ,,namespaces="chatspec" ${KEY}`, 'alice', true],
  [`alice namespaces="chat*" ${KEY}`, 'alice', true],
  [`alice namespaces="*" ${KEY}`, 'alice', true],
  [`alice namespaces="" ${KEY}`, 'alice', false],
  [`alice namespaces="git" ${KEY}`, 'alice', false],
  [`alice namespaces="CHATSPEC" ${KEY}`, 'alice', false],
  [`alice namespaces="chatspec2" ${KEY}`, 'alice', false],
  [`alice namespaces="git, chatspec" ${KEY}`, 'alice', false],
  [`alice namespaces="!chatspec,*" ${KEY}`, 'alice', false],
  [`alice namespaces="*,!chat*" ${KEY}`, 'alice', false],
  [`alice namespaces="!git,*" ${KEY}`, 'alice', true],
  [`alice namespaces="${LONG},chatspec" ${KEY}`, 'alice', false],
  [`alice namespaces="chat\\"spec" ${KEY}`, 'alice', false],
  [`alice namespaces="chat\\"spec,chatspec" ${KEY}`, 'alice', true],
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
  [`alice valid-after="20261101",valid-before="20261201" ${KEY}`, 'alice', true],
  [`alice valid-after="20261122115959" ${KEY}`, 'alice', true],
  [`alice valid-after="202611221200" ${KEY}`, 'alice', true],
  [`alice valid-after="20261122120001" ${KEY}`, 'alice', false],
  [`alice valid-before="20261122120000" ${KEY}`, 'alice', true],
  [`alice valid-before="20261122115959" ${KEY}`, 'alice', false],
  [`alice valid-before="20261123" ${KEY}`, 'alice', true],
  [`alice valid-before="20261122" ${KEY}`, 'alice', false],
  [`alice valid-before="202611221630Z" ${KEY}`, 'alice', false],
  [`alice valid-before="202611221730Z" ${KEY}`, 'alice', true],
  [`alice valid-before="202611221630z" ${KEY}`, 'alice', false],
  [`alice valid-before="202611221730UTC" ${KEY}`, 'alice', true],
  [`alice valid-after="20260230" ${KEY}`, 'alice', true],
  [`alice valid-before="soon" ${KEY}`, 'alice', false],
  [`alice valid-before="" ${KEY}`, 'alice', false],
  [`alice valid-before=20991231 ${KEY}`, 'alice', false],
  [`alice valid-after=20200101 ${KEY}`, 'alice', false],
  [`alice valid-before="2099-12-31" ${KEY}`, 'alice', false],
  [`alice valid-before="2099123124" ${KEY}`, 'alice', false],
  [`alice valid-before="20991332" ${KEY}`, 'alice', false],
  [`alice valid-before="209912312400" ${KEY}`, 'alice', false],
  [`alice valid-before="209912312360" ${KEY}`, 'alice', false],
  [`alice valid-after="19700101Z" ${KEY}`, 'alice', false],
  [`alice valid-after="19691231Z" ${KEY}`, 'alice', false],
  [`alice valid-after="20261201",valid-before="20261101" ${KEY}`, 'alice', false],
  [`alice valid-after="20260101",valid-before="20260101" ${KEY}`, 'alice', false],
  [`alice valid-before="20991231",valid-before="20981231" ${KEY}`, 'alice', false],
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

/** Noon in New York. */
const NOW = Date.parse('2026-11-22T17:00:00Z');
const MESSAGE = 'a report';

const folder = mkdtempSync(join(tmpdir(), 'chatspec-signers-'));
const at = (name: string) => join(folder, name);
const zone = process.env.TZ;
beforeAll(() => {
  process.env.TZ = 'America/New_York';
});
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
  rmSync(folder, { recursive: true, force: true });
});

const isTrusted = (text: string, principal: string) =>
  trustedKeys(text, NOW).some(
    ({ key, whose }) => key.equals(pair.publicKey) && whose?.split(',').includes(principal),
  );

describe('allowed signers', () => {
  test('the table is long enough to say something', () => {
    expect(LINES.length).toBeGreaterThan(100);
    expect(LINES.filter(([, , trusted]) => trusted).length).toBeGreaterThan(30);
  });

  test('a key is trusted for a principal of its line alone', () => {
    expect(LINES.map(([line, name]) => [line, name, isTrusted(line, name)])).toEqual(LINES);
  });

  test('a line of many wildcards is read at once', () => {
    const startedAt = performance.now();
    const [pattern, name] = ['*a'.repeat(400), `${'a'.repeat(800)}b`];
    expect(isTrusted(`${pattern},${name} ${KEY}`, name)).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  test('ssh-keygen trusts the same lines', ({ skip }) => {
    skip(spawnSync('ssh-keygen', ['-?']).error !== undefined, 'ssh-keygen is not installed');
    writeFileSync(at('key'), privateFile(pair), { mode: 0o600 });
    writeFileSync(at('message'), MESSAGE);
    execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', at('key'), '-n', 'chatspec', at('message')], {
      stdio: 'pipe',
    });
    const found = LINES.map(([line, principal]) => {
      writeFileSync(at('signers'), `${line}\n`);
      const names = ['-I', principal, '-n', 'chatspec', '-O', 'verify-time=20261122120000'];
      const files = ['-f', at('signers'), '-s', at('message.sig')];
      const { status } = spawnSync('ssh-keygen', ['-Y', 'verify', ...names, ...files], { input: MESSAGE });
      return [line, principal, status === 0];
    });
    expect(found).toEqual(LINES);
  });
});
