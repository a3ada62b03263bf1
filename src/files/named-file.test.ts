import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { main } from '../cli/main.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { startCommand } from '../testing/command.ts';
import { readText } from './named-file.ts';

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'named-'));
  execFileSync('mkfifo', [join(cwd, 'pipe.json')]);
  symlinkSync('/dev/zero', join(cwd, 'zero.json'));
  mkdirSync(join(cwd, 'folder.json'));
  writeFileSync(join(cwd, 'large.json'), '');
  truncateSync(join(cwd, 'large.json'), 5 * 1024 * 1024);
  writeFileSync(join(cwd, 'key'), 'sk-1');
  symlinkSync('key', join(cwd, 'link'));
});
afterAll(() => rmSync(cwd, { recursive: true }));

test('a link to a regular file is followed, as secrets are often mounted', () => {
  expect(readText('api-key-file', join(cwd, 'link'))).toBe('sk-1');
});

test('a file that is not there is told', () => {
  expect(() => readText('ca', join(cwd, 'none'))).toThrow(
    `--ca ${join(cwd, 'none')}: the file does not exist`,
  );
});

const ENV = { CHATSPEC_BASE_URL: 'http://127.0.0.1:9', CHATSPEC_API_KEY: 'sk-0123456789abcdef' };
const REFUSED = 'give a regular file of at most 4 MiB, not a pipe, a device or a folder';

const list = async (option: string, file: string) => {
  let told = '';
  const out = { write: (text: string) => (told += text) };
  const code = await main(['list', 'stream', `--${option}`, join(cwd, file)], {
    stdout: out,
    stderr: out,
    cwd,
    env: ENV,
  });
  return { code, told };
};

describe.each(['sign-key', 'api-key-file', 'nobalance-key-file', 'other-org-key-file'])(
  'the text of a secret in place of its file, as --%s,',
  (option) => {
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

    test.each([
      ['the whole text', pem],
      ['its middle line', pem.split('\n')[1]!],
    ])('is not shown: %s', async (_, secret) => {
      let told = '';
      const out = { write: (text: string) => (told += text) };
      const code = await main(['list', 'stream', `--${option}=${secret}`], {
        stdout: out,
        stderr: out,
        cwd,
        env: ENV,
      });
      expect([code, told]).toEqual([
        2,
        expect.stringMatching(`^chatspec: --${option} (takes the name of a file|needs a value)[^\\d]*$`),
      ]);
    });
  },
);

describe.each(['folder.json', 'large.json'])('%s', (file) => {
  it.each([
    'config',
    'known',
    'target',
    'ca',
    'sign-key',
    'api-key-file',
    'nobalance-key-file',
    'other-org-key-file',
  ])('is refused as --%s', async (option) => {
    const named = option === 'config' ? file : join(cwd, file);
    expect(await list(option, file)).toEqual({
      code: 2,
      told: `chatspec: --${option} ${named}: ${REFUSED}\n`,
    });
  });
});

// In a process of its own: whoever reads one of these does not come to an end.
it.each([
  ['pipe.json', 'chatspec.config.json'],
  ['pipe.json', 'chatspec.known.json'],
  ['zero.json', 'package.json'],
])('%s that lies in the working folder as %s is refused', async (file, name) => {
  renameSync(join(cwd, file), join(cwd, name));
  const { exit, stdout, stderr } = await startCommand(['list'], { cwd, env: ENV, longestMs: 20_000 }).ended;
  renameSync(join(cwd, name), join(cwd, file));
  expect([exit, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(new RegExp(`^chatspec: .*${name}: ${REFUSED}\n$`));
});

/** Rooms that read what others made; each of these files reads what belongs to the package, or writes. */
const ROOMS = ['cli', 'config', 'http', 'known', 'library', 'options', 'record', 'replay', 'report', 'watch'];
const OWN = ['report/html/assets.ts', 'report/proof.ts', 'report/output.ts', 'record/journal.ts'];

test('nothing else opens a file that somebody else may have made', () => {
  const reads =
    /import \{[^}]*\b(?:readFile|readFileSync|open|openSync|createReadStream)\b[^}]*\} from 'node:fs/;
  const found = globSync(`src/{${ROOMS}}/**/*.ts`, { cwd: PACKAGE_ROOT })
    .map((file) => file.slice('src/'.length))
    .filter((file) => !file.endsWith('.test.ts') && !OWN.includes(file))
    .filter((file) => reads.test(readFileSync(join(PACKAGE_ROOT, 'src', file), 'utf8')));
  expect(found).toEqual([]);
});
