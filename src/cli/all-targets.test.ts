import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testService } from '../testing/test-service.ts';
import { main } from './main.ts';

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'chatspec-all-'));
});
afterAll(() => rm(cwd, { recursive: true }));

it('judges every target into a folder of its name, goes on past one that is down, and ends with the matrix', async () => {
  const [one, two] = [await testService(), await testService()];
  const target = (service: typeof one, env: string) => ({
    baseUrl: service.baseUrl,
    model: service.models.plain,
    apiKey: { env },
  });
  await writeFile(
    join(cwd, 'chatspec.config.json'),
    JSON.stringify({
      only: ['stream/ends-with-done'],
      out: 'reports/now',
      targets: {
        first: target(one, 'FIRST'),
        // A mistake: the key of a later target is in the place of a name.
        [two.keys.main]: { baseUrl: 'http://127.0.0.1:9', model: 'm', apiKey: { env: 'FIRST' } },
        second: target(two, 'SECOND'),
      },
    }),
  );
  let out = '';
  let err = '';
  const env = { FIRST: one.keys.main, SECOND: two.keys.main };
  const stdout = { write: (text: string) => (out += text) };
  const stderr = { write: (text: string) => (err += text) };
  const code = await main(['--at', 'all'], { stdout, stderr, cwd, env });
  expect(err).toContain('--base-url');
  expect(code, err).toBe(2);
  const verdict = (name: string) =>
    JSON.parse(readFileSync(join(cwd, 'reports/now', name, 'report.json'), 'utf8')).verdict;
  expect([verdict('first'), verdict('second')]).toEqual(['conformant', 'conformant']);
  expect(existsSync(join(cwd, 'reports/now', two.keys.main))).toBe(false);
  expect(readFileSync(join(cwd, 'reports/now/matrix.html'), 'utf8')).toContain('second');
  for (const { keys } of [one, two]) expect(out + err).not.toContain(keys.main);
});

it.each([
  ['a target called ..', '..', false],
  ['a link called reports', 'first', true],
])('%s is refused before anything is sent or written', async (_, name, isLink) => {
  const own = await mkdtemp(join(cwd, 'own-'));
  const elsewhere = await mkdtemp(join(cwd, 'elsewhere-'));
  const target = { baseUrl: 'http://127.0.0.1:9', model: 'm', apiKey: { env: 'KEY' } };
  await writeFile(
    join(own, 'chatspec.config.json'),
    JSON.stringify({ targets: { [name]: target, second: target } }),
  );
  if (isLink) await symlink(elsewhere, join(own, 'reports'));
  let err = '';
  const stderr = { write: (text: string) => (err += text) };
  const env = { KEY: 'sk-test-0123456789abcdef' };
  expect(await main(['--at', 'all'], { stdout: stderr, stderr, cwd: own, env })).toBe(2);
  expect(err).toMatch(/^chatspec: [^\n]+: (choose another name|remove it, or choose a folder with --out)\n$/);
  expect(existsSync(join(own, 'reports'))).toBe(isLink);
  expect(readdirSync(elsewhere)).toEqual([]);
});
