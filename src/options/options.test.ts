import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { optionsPage } from './help.ts';
import { readOptions } from './parse.ts';
import { runOptions } from './run-options.ts';

const parse = (args: string[], env: NodeJS.ProcessEnv = {}) => runOptions(readOptions(args, env), env);
const SECRET = 'sk-not-to-be-seen-anywhere';
const URL_ARGS = ['--base-url', 'https://api.example.test'];

describe('what is refused, in one line that says what to do', () => {
  test.each([
    [['--modle', 'x'], {}, /unknown option --modle: did you mean --model\?/],
    [['--api-key', SECRET], {}, /a key cannot be an argument/],
    [['stray'], {}, /unexpected argument 'stray'/],
    [['--model'], {}, /--model needs a value/],
    [['--model', '--exclusive'], {}, /--model needs a value/],
    [['--exclusive=yes'], {}, /--exclusive takes no value/],
    [['--seed', '1', '--seed', '2'], {}, /--seed was given twice/],
    [['--seed', 'abc'], {}, /--seed must be a whole number/],
    [['--concurrency', '0'], {}, /--concurrency must be a whole number from 1/],
    [['--profile', 'fast'], {}, /--profile must be one of smoke, standard, exhaustive/],
    [['--fail-on', 'never'], {}, /--fail-on must be one of/],
    [['--require', 'nothing'], {}, /there is no such area/],
    [['--require', 'bilingg'], {}, /did you mean billing\?/],
    [['--profile', 'smok'], {}, /did you mean smoke\?/],
    [URL_ARGS, {}, /no API key: set CHATSPEC_API_KEY/],
    [[], { CHATSPEC_BASE_URL: '', CHATSPEC_API_KEY: 'k-1' }, /CHATSPEC_BASE_URL is empty/],
    [[], { CHATSPEC_BASE_URL: '' }, /CHATSPEC_BASE_URL is empty/],
    [['--base-url', 'api.example.test'], {}, /--base-url must be an http or https address/],
    [['--base-url', 'https://api.example.test/api/v1'], {}, /try https:\/\/api\.example\.test$/],
    [['--base-url', 'https://h.test/v1'], {}, /try https:\/\/h\.test, with --api-path \/v1 if/],
    [['--api-path', 'v1'], {}, /--api-path must be a path/],
    [['--scope', 'tools'], {}, /--scope must be one of chat, compat/],
    [['--base-url', `https://u:${SECRET}@h.test`], {}, /must not contain a user name or password/],
    [['--base-url', 'https://h.test/?a=1'], {}, /must not contain a query/],
    [['--max-usd', '1'], {}, /--max-usd needs --prices/],
    [['--prices', '1'], {}, /--prices must be two numbers/],
    [['--header', 'nocolon'], {}, /--header must look like/],
    [['--header', 'Authorization: Bearer x'], {}, /must not set Authorization/],
    ...['X-A, X-Team', 'X-Team ', 'X-Team:', 'X_Team', '"X-Team"'].map((name) => [
      ['--header', 'X-Team: s3cret', '--secret-header', name],
      {},
      /^--secret-header must be the name of one --header/,
    ]),
    [['--usage-range', '2026-02-30..2026-03-01'], {}, /--usage-range must be two days/],
    [['--usage-range', '2026-03-02..2026-03-01'], {}, /--usage-range must be two days/],
    [['--ca', '/nowhere/ca.pem'], {}, /--ca \/nowhere\/ca\.pem: the file does not exist/],
    [URL_ARGS, { CHATSPEC_API_KEY: `${SECRET} x` }, /contains a space/],
    [[], { CHATSPEC_MODEL: 'm,'.repeat(21) }, /^--model accepts at most 20 values, got 21$/],
    [[], { CHATSPEC_ONLY: 'm,'.repeat(1_001) }, /^--only accepts at most 1000 values, got 1001$/],
    [[], { CHATSPEC_MODEL: 'm'.repeat(65_537) }, /^--model has a value of more than 65536 characters$/],
    [['--prices', '1,1e9'], {}, /--prices must be two numbers up to 1000000/],
    [[], { CHATSPEC_EXCLUSIVE: 'maybe' }, /CHATSPEC_EXCLUSIVE must be 1 or 0/],
  ] as [string[], NodeJS.ProcessEnv, RegExp][])('%j', (args, env, message) => {
    let thrown: unknown;
    try {
      parse(args, env);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ name: 'OptionError', message: expect.stringMatching(message) });
    expect((thrown as Error).message).not.toContain('\n');
    expect((thrown as Error).message).not.toContain(SECRET);
  });
});

test('arguments and environment give the same options', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chatspec-'));
  writeFileSync(join(folder, 'key'), `${SECRET}\n`);
  const byArguments = parse([
    ...URL_ARGS,
    '--api-key-file',
    join(folder, 'key'),
    '--seed=7',
    '--only',
    'stream/*',
    '--only',
    '4.2',
    '--exclusive',
    '--timeout',
    '1.5',
  ]);
  const byEnvironment = parse([], {
    CHATSPEC_BASE_URL: 'https://api.example.test/',
    CHATSPEC_API_KEY: SECRET,
    CHATSPEC_SEED: '7',
    CHATSPEC_ONLY: 'stream/*,4.2',
    CHATSPEC_EXCLUSIVE: '1',
    CHATSPEC_TIMEOUT: '1.5',
  });
  expect(byArguments).toEqual(byEnvironment);
  expect(byArguments.settings).toMatchObject({
    baseUrl: 'https://api.example.test',
    seed: 7,
    exclusive: true,
  });
  expect(byArguments.settings.timeouts).toEqual({
    connectMs: 1500,
    headersMs: 1500,
    silenceMs: 1500,
    totalMs: 4500,
  });
});

test('selectors may stand in one list, a scope leaves out, and endpoints may stand elsewhere', () => {
  const options = parse([
    '--only',
    'stream, 4.2',
    '--skip',
    'usage',
    '--scope',
    'chat',
    '--api-path',
    '/v1/',
  ]);
  expect(options.only).toEqual(['stream', '4.2']);
  expect(options.skip).toEqual(expect.arrayContaining(['accounting', 'usage']));
  expect(options.settings.apiPath).toBe('/v1');
});

test('names that a run saved are read back, and nothing else is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chatspec-'));
  const file = join(folder, 'target.json');
  writeFileSync(file, JSON.stringify({ usage: { start: 'from', columns: { model: 'Model' } } }));
  expect(parse(['--target', file]).settings.usageNames).toEqual({
    start: 'from',
    columns: { model: 'Model' },
  });
  writeFileSync(file, '{"usage":{"start":1}}');
  expect(() => parse(['--target', file])).toThrow('is not a file of --save-target');
});

test('the page of options names each once', () => {
  expect(optionsPage()).toMatchSnapshot();
});
