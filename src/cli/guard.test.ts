import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { obeyed } from '../testing/obeyed.ts';
import type { Io } from '../vocabulary/io.ts';
import { createGuard } from './guard.ts';
import { main } from './main.ts';

const KEY = 'sk-live-9fQ2xLk7Zp3VbN8wRt5Y';

function listening(env: NodeJS.ProcessEnv = {}) {
  let text = '';
  const stream = { write: (piece: string) => (text += piece) };
  const io = { stdin: process.stdin, stdout: stream, stderr: stream, cwd: '/', env } as unknown as Io;
  return { io, said: () => text };
}

describe('what is printed holds no key', () => {
  test.each([1, 3, 7, 100])('written %d characters at a time', (size) => {
    const { io, said } = listening({ CHATSPEC_API_KEY: KEY });
    const guard = createGuard([], io);
    const text = `before ${KEY} after ${KEY}`;
    for (let at = 0; at < text.length; at += size) guard.io.stderr.write(text.slice(at, at + size));
    guard.end();
    expect(said()).toBe(text.replaceAll(KEY, '*'.repeat(KEY.length)));
  });

  test.each([3, 11, 20])('in Base64, written %d characters at a time', (size) => {
    const { io, said } = listening({ CHATSPEC_API_KEY: KEY });
    const guard = createGuard([], io);
    const text = `before ${Buffer.from(KEY).toString('base64')} after`;
    for (let at = 0; at < text.length; at += size) guard.io.stderr.write(text.slice(at, at + size));
    guard.end();
    expect(said()).toMatch(/^before \*{30,}\w?=* after$/);
  });

  test('that came with the options', () => {
    const { io, said } = listening();
    const guard = createGuard([], io);
    guard.add([KEY]);
    guard.io.stdout.write(`the key ${KEY}`);
    guard.end();
    expect(said()).not.toContain('9fQ2xLk7');
  });
});

describe('what is printed holds no command to a CI runner', () => {
  const COMMANDS = [
    '::error::x',
    'a line\n  ::warning::x\r::stop-commands::y',
    'said ##[add-mask]x',
    'said ###[stop-commands]x',
    '##vso[task.setvariable variable=verdict]conformant',
    '##teamcity[buildStop]',
  ];
  test.each(COMMANDS)('%j', (hostile) => {
    expect(obeyed(hostile)).not.toEqual([]);
    for (let size = 1; size <= hostile.length; size++) {
      const { io, said } = listening();
      const guard = createGuard([], io);
      for (let at = 0; at < hostile.length; at += size) guard.io.stdout.write(hostile.slice(at, at + size));
      guard.end();
      expect(obeyed(said()), `${size} at a time`).toEqual([]);
      expect(said().replaceAll(/[: #]/g, '')).toBe(hostile.replaceAll(/[: #]/g, ''));
    }
  });

  test.each(['#', ':'])('nor is a long run of %s slow to look through', (character) => {
    const { io, said } = listening();
    const guard = createGuard([], io);
    const startedAt = performance.now();
    for (const _ of [1, 2]) guard.io.stdout.write(`${character.repeat(50_000)}x`.padEnd(50_100, 'y'));
    guard.io.stdout.write(`${character.repeat(100_000)}[group]`);
    guard.end();
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(obeyed(said())).toEqual([]);
  });

  test('but for those of its own, between which GitHub obeys none', () => {
    const { io, said } = listening({ GITHUB_ACTIONS: 'true', CHATSPEC_API_KEY: KEY });
    const guard = createGuard([], io);
    guard.stopCommands();
    io.stdout.write('::error::past the guard\n');
    guard.io.commands?.(`::notice::ours ${KEY}\n`);
    io.stdout.write('::error::past the guard\n');
    guard.end();
    io.stdout.write('::notice::later\n');
    const [matchers, rest] = [obeyed(said()).slice(0, -2), obeyed(said()).slice(-2)];
    expect(rest).toEqual([`::notice::ours ${'*'.repeat(KEY.length)}`, '::notice::later']);
    // A matcher would make annotations of what a service says.
    expect(matchers).toContain('::remove-matcher owner=tsc::');
    expect(matchers.every((line) => line.startsWith('::remove-matcher owner='))).toBe(true);
  });
});

test.each(['verify', 'judge', 'render'])('%s says in a line that a folder is too deep', async (command) => {
  const folder = mkdtempSync(join(tmpdir(), 'chatspec-deep-'));
  const { io, said } = listening();
  try {
    const deeper = "fs.mkdirSync('d'.repeat(200)); process.chdir('d'.repeat(200));";
    execFileSync(process.execPath, ['-e', deeper.repeat(30)], { cwd: folder });
    expect(await main([command, folder], io)).toBe(2);
    expect(said()).not.toContain('internal error');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const SLIPS: [string, string[]][] = [
  ['an argument', [KEY]],
  ['an option', [`--${KEY}`]],
  ['the value of an option for keys', ['--api-key', KEY]],
  ['the same with an equals sign', [`--api-key=${KEY}`]],
  ['--only', ['--only', KEY]],
  ['--skip', ['--skip', `stream/${KEY}`]],
  ['--require', ['--require', KEY]],
  ['--profile', ['--profile', KEY]],
  ['a base URL, as a user name', ['--base-url', `https://${KEY}@api.test`]],
  ['a base URL, in the query', ['--base-url', `https://api.test/?key=${KEY}`]],
  ['a base URL, in the path', ['--base-url', `ftp://api.test/${KEY}/v1`]],
  ['a header without a name', ['--header', `: token="${KEY}"`]],
  ['the name of a key file', ['--base-url', 'http://127.0.0.1:9', '--api-key-file', `/none/${KEY}`]],
  ['the name of a target file', ['--target', `/none/${KEY}.json`]],
  ['a command', ['explain', KEY]],
  ['a folder', ['judge', `/none/${KEY}`]],
  ['help', ['help', KEY]],
];

test.each(SLIPS)('a key as %s is not echoed', async (_, args) => {
  const { io, said } = listening();
  await main(args, io);
  expect(said()).not.toBe('');
  expect(said()).not.toMatch(/9fQ2xLk7|Zp3VbN8w/);
});

test.each<[string, object]>([
  ['the name of a variable', { apiKey: { env: KEY } }],
  ['the same of a header', { header: { 'X-Mine': { env: 'Qw7Zx9Tr4Mn2Kp8Ls6Vb3Qz' } } }],
  ['the name of a header', { header: { [KEY]: { env: 'NONE' } } }],
  ['a member', { [KEY]: 1 }],
  ['a member of a target', { targets: { a: { [KEY]: 1 } } }],
  ['a target', { targets: { [KEY]: {}, b: {} } }],
])('a key in a configuration as %s is not echoed', async (_, config) => {
  const cwd = mkdtempSync(join(tmpdir(), 'chatspec-guard-'));
  writeFileSync(join(cwd, 'chatspec.config.json'), JSON.stringify(config));
  const { io, said } = listening();
  expect(await main([], { ...io, cwd })).toBe(2);
  rmSync(cwd, { recursive: true });
  expect(said()).toMatch(/^chatspec: .*config/);
  expect(said()).not.toMatch(/9fQ2xLk7|Zp3VbN8w|Qw7Zx9Tr/);
});

test('a path is echoed, however made its names look', async () => {
  const { io, said } = listening();
  expect(await main(['judge', '/none/run-9fQ2xLk7Zp3VbN8wRt5Y'], io)).toBe(2);
  expect(said()).toContain('/none/run-9fQ2xLk7Zp3VbN8wRt5Y');
});

test('a list of all targets is shortened, and holds no half of a key', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'chatspec-guard-'));
  const target = { baseUrl: 'http://127.0.0.1:9', model: 'm' };
  const names = [
    'x'.repeat(3_900),
    ...Array.from({ length: 5 }, (_, n) => `${n}-${KEY}`),
    'y'.repeat(100_000),
  ];
  const targets = Object.fromEntries(names.map((name) => [name, target]));
  writeFileSync(join(cwd, 'chatspec.config.json'), JSON.stringify({ targets }));
  const { io, said } = listening({ CHATSPEC_API_KEY: KEY });
  expect(await main([], { ...io, cwd })).toBe(2);
  rmSync(cwd, { recursive: true });
  expect(said()).toContain('the configuration has the targets xxx');
  expect(said().length).toBeLessThan(5_000);
  expect(said()).not.toContain(KEY.slice(0, 8));
});
