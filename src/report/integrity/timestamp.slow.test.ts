import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Certificate } from 'pkijs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCommand } from '../../testing/command.ts';
import {
  authority,
  CONFIG,
  folder,
  issue,
  openssl,
  stampedBy,
  stampedByAnything,
  withCertificateFirst,
} from '../../testing/stamp-authorities.ts';
import { pathOf } from './timestamp-chain.ts';
import { readStamp, stampRequest, stampSigner } from './timestamp-token.ts';

/** The object identifier of the type of content that a time stamp has. */
const TOKEN_INFO = Buffer.from('060b2a864886f70d0109100104', 'hex');
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const command = (...args: string[]) => startCommand(args, { cwd: folder }).ended;

/** A service that returns stamps as requested, or other responses. */
const replies = new Map<string, (query: Buffer) => Uint8Array>();
const server = createServer(async (request, response) => {
  const reply = replies.get(request.url ?? '');
  if (!reply) return response.writeHead(404).end();
  return response
    .writeHead(200, { 'content-type': 'application/timestamp-reply' })
    .end(reply(await buffer(request)));
});
const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

describe.runIf(hasOpenssl)('a time stamp of the signature', () => {
  const signed = async (out: string, ...more: string[]) =>
    command('--only', 'stream/ends-with-done', '--sign-key', 'key.pem', '--out', out, ...more);

  beforeAll(async () => {
    writeFileSync(join(folder, 'tsa.cnf'), CONFIG);
    writeFileSync(join(folder, 'serial'), '01\n');
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(join(folder, 'public.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
    authority('one');
    authority('other');
    authority('wide', 'anything');
    replies.set('/one', stampedBy('one'));
    replies.set('/wide', stampedByAnything);
    replies.set('/page', () => Buffer.from('<html>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const claims = ['--operator', 'Ada Ltd', '--purpose', 'release 4', '--valid-until', '2099-12-31'];
    const ran = await signed('report', '--timestamp', at('/one'), ...claims);
    expect([ran.exit, ran.stderr.includes('no time stamp')]).toEqual([0, false]);
  });

  const verify = (...args: string[]) => command('verify', 'report', '--key', 'public.pem', ...args);

  test('holds for who trusts its authority, and says when and by whom, offline', async () => {
    const { exit, stdout } = await verify('--tsa-ca', 'one.pem');
    expect(exit).toBe(0);
    expect(stdout).toMatch(/stamped \d{4}-\d\d-\d\dT[\d:.]+Z by one stamps, by an authority of --tsa-ca/);
    expect(stdout).toContain('it says: operator Ada Ltd, purpose release 4, valid until 2099-12-31');
    expect((await verify()).stdout).toMatch(/claims to be time-stamped .*, not checked/);
    const theirs = [
      'ts',
      '-verify',
      '-in',
      'report/attestation.tsr',
      '-data',
      'report/attestation.dsse.json',
    ];
    expect(String(openssl(...theirs, '-CAfile', 'one.pem'))).toContain('Verification: OK');
  });

  test('does not hold for who trusts another one', async () => {
    const { exit, stdout } = await verify('--tsa-ca', 'other.pem');
    expect([exit, stdout]).toEqual([
      1,
      expect.stringContaining('its service is not one of the given authorities'),
    ]);
    expect((await verify('--tsa-ca', 'public.pem')).exit).toBe(2);
  });

  test('does not hold where a byte of it changed, or it is of another signature', async () => {
    const path = join(folder, 'report/attestation.tsr');
    const whole = readFileSync(path);
    // The year that it names, the certificate of the service, and the signature itself.
    for (const place of [
      whole.indexOf(`${new Date().getUTCFullYear()}`),
      whole.indexOf('one stamps'),
      whole.indexOf(TOKEN_INFO) + TOKEN_INFO.length - 1,
      whole.lastIndexOf(TOKEN_INFO) + TOKEN_INFO.length - 1,
      whole.length - 9,
    ]) {
      expect(place).toBeGreaterThan(0);
      const changed = Buffer.from(whole);
      changed[place]! ^= 1;
      writeFileSync(path, changed);
      const { exit, stdout } = await verify('--tsa-ca', 'one.pem');
      expect([exit, stdout]).toEqual([1, expect.stringContaining('the time stamp is invalid')]);
    }
    expect((await signed('second')).exit).toBe(0);
    copyFileSync(join(folder, 'second/attestation.dsse.json'), join(folder, 'second/kept.json'));
    writeFileSync(join(folder, 'second/attestation.tsr'), whole);
    const { exit, stdout } = await command('verify', 'second', '--tsa-ca', 'one.pem');
    expect([exit, stdout]).toEqual([
      1,
      expect.stringContaining('the time stamp is invalid: it is for other content'),
    ]);
    writeFileSync(path, whole);
    rmSync(join(folder, 'second/attestation.tsr'));
    expect((await command('verify', 'second', '--tsa-ca', 'one.pem')).stdout).toContain(
      'the report has no time stamp',
    );
  });

  test.each<[string, (whole: Buffer) => Buffer]>([
    ['with bytes after it', (whole) => Buffer.concat([whole, Buffer.from('x')])],
    ['with a longer form of a length', ([tag, , ...rest]) => Buffer.from([tag!, 0x83, 0, ...rest])],
  ])('does not hold %s', async (_, changed) => {
    const path = join(folder, 'report/attestation.tsr');
    const whole = readFileSync(path);
    expect(whole[1]).toBe(0x82);
    writeFileSync(path, changed(whole));
    const { exit, stdout } = await verify('--tsa-ca', 'one.pem');
    writeFileSync(path, whole);
    expect([exit, stdout]).toEqual([1, expect.stringContaining('the time stamp is invalid')]);
  });

  test('is said to be by the one whose key made it, whatever certificates lie beside', async () => {
    const path = join(folder, 'report/attestation.tsr');
    const whole = readFileSync(path);
    writeFileSync(path, withCertificateFirst(whole, readFileSync(join(folder, 'other-tsa.pem'))));
    const { exit, stdout } = await verify('--tsa-ca', 'one.pem');
    writeFileSync(path, whole);
    expect([exit, stdout]).toEqual([0, expect.stringContaining('by one stamps, by an authority')]);
  });

  test('has no path where authorities issued each other', () => {
    authority('first');
    issue('second', 'first', 'ca');
    issue('again', 'second', 'ca', '/CN=first');
    issue('leaf', 'again', 'stamps');
    const [one, first, second, again, leaf] = ['one', 'first', 'second', 'again', 'leaf'].map((name) => {
      const { raw } = new X509Certificate(readFileSync(join(folder, `${name}.pem`)));
      return Certificate.fromBER(new Uint8Array(raw).buffer);
    }) as [Certificate, Certificate, Certificate, Certificate, Certificate];
    expect(pathOf(leaf, [leaf, again, second], [one])).toBeUndefined();
    expect(pathOf(leaf, [leaf, again, second], [first])).toEqual([leaf]);
    expect(pathOf(second, [leaf, again, second], [one])).toBeUndefined();
  });

  test('does not hold by a certificate that is for other things too', async () => {
    expect((await signed('wide', '--timestamp', at('/wide'))).exit).toBe(0);
    const { exit, stdout } = await command('verify', 'wide', '--tsa-ca', 'wide.pem');
    expect([exit, stdout]).toEqual([1, expect.stringContaining('is not for time stamps')]);
  });

  test.each([
    ['any authorities', ['ca', 'ca'], 'stamps', undefined],
    ['an authority that is the last', ['last'], 'stamps', undefined],
    ['an authority below one that is the last', ['last', 'ca'], 'stamps', 'may have 0 authorities below it'],
    ['an authority with an unknown critical extension', ['unknown'], 'stamps', 'extension 1.2.3.4'],
    ['a service with an unknown critical extension', ['ca'], 'stampsunknown', 'extension 1.2.3.4'],
    ['an authority for TLS', ['tls'], 'stamps', 'may not issue certificates for time stamps'],
    ['an authority for its name', ['names'], 'stamps', undefined, '/O=Only/CN=chain'],
    ['an authority for other names', ['names'], 'stamps', 'its service is not one of the given authorities'],
    [
      'a certificate of no authority',
      ['service'],
      'stamps',
      'its service is not one of the given authorities',
    ],
    [
      'an authority that may not sign certificates',
      ['reads'],
      'stamps',
      'its service is not one of the given authorities',
    ],
  ])(
    'through %s: is held to the rules of its chain',
    async (_, sections, use, problem, name = '/CN=chain') => {
      const data = Buffer.from('signed');
      const query = stampRequest(data, Buffer.from([1, 2, 3]));
      let issuer = 'one';
      const chain: Buffer[] = [];
      for (const [at, section] of sections.entries()) {
        issue(`ca${at}`, issuer, section);
        issuer = `ca${at}`;
        chain.push(readFileSync(join(folder, `${issuer}.pem`)));
      }
      issue('chain-tsa', issuer, use, name);
      writeFileSync(join(folder, 'chain.pem'), Buffer.concat(chain));
      const stamp = readStamp(stampedBy('chain')(Buffer.from(query)), data);
      const root = new X509Certificate(readFileSync(join(folder, 'one.pem'))).raw;
      const found = await stampSigner(stamp, data, [root]);
      if (problem === undefined) expect(found).toHaveProperty('certificate');
      else expect(found).toEqual({ problem: expect.stringContaining(problem) });
    },
  );

  test.each([
    ['sha256', 'sha256', undefined],
    ['sha1', 'sha256', 'it is signed with MD5 or SHA-1'],
    ['sha256', 'sha1', 'a certificate of it is signed with MD5 or SHA-1'],
  ])('signed with %s by a certificate signed with %s is as good as these', async (stamp, chain, problem) => {
    const data = Buffer.from('signed');
    issue('digest-tsa', 'one', 'stamps', '/CN=digest', chain);
    copyFileSync(join(folder, 'one.pem'), join(folder, 'digest.pem'));
    const query = stampRequest(data, Buffer.from([1, 2, 3]));
    const made = readStamp(stampedBy('digest', stamp)(Buffer.from(query)), data);
    const root = new X509Certificate(readFileSync(join(folder, 'one.pem'))).raw;
    const found = await stampSigner(made, data, [root]);
    expect(found).toEqual(problem ? { problem } : { certificate: expect.anything() });
  });

  test.each([
    ['/page', /not an answer of a time-stamp service/],
    ['/nothing', /status 404/],
  ])('that does not come from %s ends the run with 2, and the report is there', async (path, why) => {
    const out = `without${path.slice(1)}`;
    const { exit, stderr } = await signed(out, '--timestamp', at(path));
    expect([exit, stderr]).toEqual([2, expect.stringMatching(why)]);
    expect((await command('verify', out, '--key', 'public.pem', '--require-signature')).exit).toBe(0);
  });

  test('a signature whose last day is over is a problem, and claims need a signature', async () => {
    expect((await signed('old', '--valid-until', '2020-01-31')).exit).toBe(0);
    const { exit, stdout } = await command('verify', 'old', '--key', 'public.pem');
    expect([exit, stdout]).toEqual([1, expect.stringContaining('the signature was valid until 2020-01-31')]);
    expect((await command('--operator', 'Ada', '--only', 'path')).stderr).toContain('needs --sign-key');
  });
});

afterAll(async () => {
  if (server.listening) await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});
