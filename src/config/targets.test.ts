import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOptions } from '../options/parse.ts';
import type { ChatspecConfig } from './define.ts';
import { configuredTargets, targetOptions } from './targets.ts';

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'chatspec-targets-'));
});
afterEach(() => rm(cwd, { recursive: true }));

const KEY = 'sk-live-one-0123456789';
const ENV = { STAGING_KEY: KEY, PROD_KEY: 'sk-live-two-0123456789', GATE: 'let me in' };
const TWO: ChatspecConfig = {
  profile: 'smoke',
  seed: 7,
  targets: {
    staging: {
      baseUrl: 'http://127.0.0.1:1',
      apiKey: { env: 'STAGING_KEY' },
      header: { 'X-Gate': { env: 'GATE' } },
    },
    production: { baseUrl: 'http://127.0.0.1:2', apiKey: { env: 'PROD_KEY' }, profile: 'standard' },
  },
};

async function targets(config: ChatspecConfig, args: string[], env: NodeJS.ProcessEnv = ENV) {
  await writeFile(join(cwd, 'chatspec.config.json'), JSON.stringify(config));
  const found = await configuredTargets(readOptions(args, env), { cwd, env });
  return found.map((target) => ({ name: target.name, ...targetOptions(target) }));
}

describe('what is to be judged', () => {
  it('comes from the target that is named, over what all targets have in common', async () => {
    const [staging, ...others] = await targets(TWO, ['--at', 'staging']);
    expect(others).toEqual([]);
    expect(staging).toMatchObject({ name: 'staging', embedded: false, keys: { main: KEY } });
    expect(staging?.settings).toMatchObject({
      baseUrl: 'http://127.0.0.1:1',
      profile: 'smoke',
      seed: 7,
      extraHeaders: [['X-Gate', 'let me in']],
    });
    const [production] = await targets(TWO, ['--at', 'production']);
    expect(production?.settings.profile).toBe('standard');
  });

  it('options win over the environment, and that over the file', async () => {
    const env = { ...ENV, CHATSPEC_SEED: '8', CHATSPEC_PROFILE: 'exhaustive' };
    const [target] = await targets(TWO, ['--at', 'staging', '--profile', 'standard'], env);
    expect(target?.settings).toMatchObject({ profile: 'standard', seed: 8 });
    const [other] = await targets(TWO, ['--at', 'staging'], {
      ...ENV,
      CHATSPEC_API_KEY: 'sk-other-0123456789',
    });
    expect(other?.keys?.main).toBe('sk-other-0123456789');
  });

  it('is every target with --at all', async () => {
    const all = await targets(TWO, ['--at', 'all']);
    expect(all.map(({ name, keys }) => [name, keys?.main])).toEqual([
      ['staging', ENV.STAGING_KEY],
      ['production', ENV.PROD_KEY],
    ]);
  });

  it('is the only target, or the one without a name', async () => {
    const one: ChatspecConfig = {
      targets: { only: { baseUrl: 'http://127.0.0.1:1', apiKey: { env: 'PROD_KEY' } } },
    };
    expect((await targets(one, []))[0]?.name).toBe('only');
    const [plain] = await targets({ baseUrl: 'http://127.0.0.1:3', apiKey: { env: 'PROD_KEY' } }, []);
    expect(plain).toMatchObject({ name: undefined, settings: { baseUrl: 'http://127.0.0.1:3' } });
  });

  it('finds files from the folder of the configuration', async () => {
    await writeFile(join(cwd, 'the.key'), `${KEY}\n`);
    const [target] = await targets(
      { baseUrl: 'http://127.0.0.1:1', apiKey: { file: 'the.key' }, out: 'here' },
      [],
    );
    expect(target).toMatchObject({ keys: { main: KEY }, out: join(cwd, 'here') });
  });

  it.each<[string, string[], NodeJS.ProcessEnv, string | undefined]>([
    ['the configuration', ['--at', 'staging'], {}, 'chatspec.config.json'],
    [
      'the environment',
      ['--at', 'staging'],
      { CHATSPEC_BASE_URL: 'http://127.0.0.1:3' },
      'CHATSPEC_BASE_URL',
    ],
    ['an option', ['--at', 'staging', '--base-url', 'http://127.0.0.1:4'], {}, '--base-url'],
    ['nothing', ['--no-config'], {}, undefined],
  ])('says that %s named the base URL', async (_, args, env, source) => {
    expect((await targets(TWO, args, { ...ENV, ...env }))[0]?.baseUrlSource).toBe(source);
  });

  it('is left as it was with --no-config', async () => {
    expect((await targets(TWO, ['--no-config']))[0]).toMatchObject({ name: undefined, embedded: true });
  });
});

describe('what cannot be judged is one line', () => {
  it.each<[string, string[], NodeJS.ProcessEnv, string]>([
    ['no name', [], ENV, 'the configuration has the targets staging, production: choose one with --at NAME'],
    ['a near name', ['--at', 'stagin'], ENV, '--at stagin: there is no such target: did you mean staging?'],
    ['a far name', ['--at', 'x'], ENV, '--at x: there is no such target; there are staging, production'],
    [
      'a variable that is not set',
      ['--at', 'staging'],
      { GATE: 'x' },
      'reads apiKey from STAGING_KEY, which is not set',
    ],
    [
      'one key for all',
      ['--at', 'all'],
      { ...ENV, CHATSPEC_API_KEY: 'sk-x' },
      '--at all: CHATSPEC_API_KEY would apply to every target',
    ],
  ])('%s', async (_what, args, env, message) => {
    await expect(targets(TWO, args, env)).rejects.toThrow(message);
  });

  it('a name without a configuration', async () => {
    const given = readOptions(['--at', 'staging'], {});
    await expect(configuredTargets(given, { cwd, env: {} })).rejects.toThrow('there is no configuration');
  });
});
