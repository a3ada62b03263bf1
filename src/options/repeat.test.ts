import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { knownText } from '../known/known-file.ts';
import { privateFile } from '../testing/openssh-key.ts';
import { commandOptions } from '../vocabulary/shell-word.ts';
import { OPTIONS } from './definition.ts';
import { readOptions } from './parse.ts';
import { repeatLine } from './repeat.ts';
import { runOptions } from './run-options.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatspec-repeat-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/** A good value for each option that has one; a switch has none. */
const VALUES: Record<string, string> = {
  config: join(folder, 'chatspec.config.json'),
  at: 'staging',
  'base-url': 'http://a.test',
  'api-path': '/v1',
  'api-key-file': file('key', 'a-key'),
  model: "it's",
  'reasoning-model': 'r $x',
  'nobalance-key-file': file('poor', 'b-key'),
  'other-org-key-file': file('other', 'c-key'),
  profile: 'smoke',
  scope: 'chat',
  only: 'stream',
  skip: 'path',
  clients: 'python',
  seed: '7',
  shard: '1/3',
  require: 'stream',
  'fail-on': 'warn',
  known: file('known.json', knownText([])),
  timeout: '5',
  settle: '1',
  'settle-deadline': '9',
  concurrency: '2',
  rps: '3',
  'max-requests': '100',
  'max-received': '500',
  'max-duration': '600',
  'max-billed': '10',
  'max-tokens': '900',
  'max-usd': '1',
  prices: '1,2',
  header: 'X-Team: blue',
  'secret-header': 'X-Team',
  ca: file('ca.pem', 'pem'),
  target: file('names.json', '{ "usage": {} }'),
  'save-target': join(folder, 'saved.json'),
  'usage-range': '2026-01-01..2026-01-31',
  out: join(folder, 'out'),
  'sign-key': file('sign', privateFile(generateKeyPairSync('ed25519'))),
  operator: 'Ada & Co',
  purpose: "release '4'",
  'valid-until': '2099-12-31',
  timestamp: 'http://tsa.test/',
};

/** What an option does not go without. */
const COMPANIONS: Record<string, readonly string[]> = {
  shard: ['seed'],
  'max-usd': ['prices'],
  operator: ['sign-key'],
  purpose: ['sign-key'],
  'valid-until': ['sign-key'],
  timestamp: ['sign-key'],
};

const ENV = { CHATSPEC_API_KEY: 'a-key', CHATSPEC_X_TEAM: 'blue' };
const words = (names: readonly string[]) =>
  names.flatMap((name) => (VALUES[name] === undefined ? [`--${name}`] : [`--${name}`, VALUES[name]]));

/** The printed line of one check as a shell splits it, read as the options of a run in the same environment. */
function readAgain(args: readonly string[], env: NodeJS.ProcessEnv) {
  const printed = `${repeatLine(readOptions(args, env), env)} --only stream/framing --seed 7`;
  expect(commandOptions(printed)).toBeDefined();
  const split = execFileSync('sh', ['-c', `npm() { printf '%s\\0' "$@"; }; ${printed}`], {
    env: { ...process.env, CHATSPEC_CONFIG: VALUES.config, ...env },
  });
  const own = split.toString().split('\0').slice(0, -1);
  return runOptions(readOptions(own.slice(own.indexOf('--') + 1), env), env);
}

const RUNS = OPTIONS.map(({ name }) => name).filter((name) => !['help', 'version'].includes(name));

describe('the line that repeats a check is read again', () => {
  test.each(RUNS)('of a run with --%s', (name) => {
    const given = new Set(['base-url', ...(COMPANIONS[name] ?? []), name]);
    const again = readAgain(words([...given]), ENV);
    expect([again.only, again.settings.seed, again.settings.baseUrl, again.sealing]).toEqual([
      ['stream/framing'],
      7,
      'http://a.test',
      undefined,
    ]);
  });

  test('of a run with all of them', () => {
    // They contradict each other.
    const apart = ['no-config', 'exclusive', 'verbose'];
    const again = readAgain(words(RUNS.filter((name) => !apart.includes(name))), ENV);
    expect([again.settings.prices, again.settings.model]).toEqual([{ input: 1, output: 2 }, "it's"]);
  });

  test.each(OPTIONS.filter(({ env }) => env !== undefined))('of a run with $env', ({ name, env, value }) => {
    const set = { ...ENV, [env!]: value === undefined ? '1' : VALUES[name] };
    const given = new Set([...(name === 'base-url' ? [] : ['base-url']), ...(COMPANIONS[name] ?? [])]);
    expect(readAgain(words([...given]), set).only).toEqual(['stream/framing']);
  });
});
