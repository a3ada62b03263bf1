import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { invocation, type Started } from './invocation.ts';
import { readOptions } from './parse.ts';
import { repeatLine } from './repeat.ts';

const home = mkdtempSync(join(tmpdir(), 'chatspec-started-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A package below `folder`, and a link to its command. */
function install(folder: string, link: string): string {
  const root = join(home, folder, 'node_modules', 'chatspec');
  mkdirSync(join(root, 'dist', 'src'), { recursive: true });
  writeFileSync(join(root, 'dist', 'src', 'cli.js'), '');
  chmodSync(join(root, 'dist', 'src', 'cli.js'), 0o755);
  mkdirSync(join(home, folder, link), { recursive: true });
  symlinkSync(join(root, 'dist', 'src', 'cli.js'), join(home, folder, link, 'chatspec'));
  return root;
}

const everywhere = install('global/lib', '../bin');
const project = install('project', 'node_modules/.bin');
const from = (parts: Partial<Started>) =>
  invocation({ root: '/srv/chatspec', clone: true, cwd: '/srv/chatspec', env: {}, ...parts });

describe('how the command is started again where the user is', () => {
  test.each<[string, Partial<Started>, string]>([
    ['in a clone', {}, 'npm start --'],
    ['in a folder of a clone', { cwd: '/srv/chatspec/src' }, 'npm start --'],
    ['a clone from elsewhere', { cwd: '/home/me' }, 'npm --prefix /srv/chatspec start --'],
    [
      'a clone from elsewhere, by npm',
      { env: { npm_lifecycle_event: 'start', INIT_CWD: '/home/me' } },
      'npm --prefix /srv/chatspec start --',
    ],
    [
      'installed for everybody',
      { root: everywhere, clone: false, cwd: '/home/me', env: { PATH: `/bin:${join(home, 'global/bin')}` } },
      'chatspec',
    ],
    [
      'in a project, where npm alone finds it',
      {
        root: project,
        clone: false,
        cwd: join(home, 'project'),
        env: { PATH: join(home, 'project/node_modules/.bin') },
      },
      'node_modules/.bin/chatspec',
    ],
    [
      'in a project, where a shell finds another one',
      { root: project, clone: false, cwd: join(home, 'project'), env: { PATH: join(home, 'global/bin') } },
      'node_modules/.bin/chatspec',
    ],
    [
      'in a project, from elsewhere',
      { root: project, clone: false, cwd: '/home/me', env: {} },
      join(home, 'project/node_modules/.bin/chatspec'),
    ],
  ])('%s', (_, started, words) => expect(from(started)).toBe(words));
});

describe('what is asked again', () => {
  const line = (args: string[], env: NodeJS.ProcessEnv = {}, target?: string) =>
    repeatLine(readOptions(args, env), env, target).replace(/^.*?start -- ?/, '');

  test.each<[string, string[], NodeJS.ProcessEnv, string]>([
    ['the embedded service', ['--seed', '3', '--only', '6', '--out', 'x', '--fail-on', 'warn'], {}, ''],
    [
      'a service, with what it is asked with',
      ['--model', 'a b', '--base-url', 'http://a.test', '--exclusive', '--settle', '1'],
      {},
      "--base-url http://a.test --model 'a b' --exclusive --settle 1",
    ],
    ['what the environment said', [], { CHATSPEC_BASE_URL: 'http://a.test' }, '--base-url http://a.test'],
    [
      'never the value of a secret header',
      ['--header', 'X-Api-Key: s3cret'],
      {},
      '--header "X-Api-Key: $CHATSPEC_X_API_KEY"',
    ],
    [
      'nor that of one that the user calls secret',
      ['--header', 'X-Team: s3cret', '--secret-header', 'x-team'],
      {},
      '--header "X-Team: $CHATSPEC_X_TEAM" --secret-header x-team',
    ],
    [
      'an ordinary header as it is',
      ['--header', 'Origin: http://a.test'],
      {},
      "--header 'Origin: http://a.test'",
    ],
    ['nor one that the environment holds', [], { CHATSPEC_HEADER: 'X-Team: s3cret' }, ''],
  ])('%s', (_, args, env, words) => expect(line(args, env)).toBe(words));

  test('without a signature, whose key stays with the one who signed', () => {
    const claims = ['--operator', 'Ada', '--purpose', 'p', '--valid-until', '2099-12-31'];
    const signed = ['--sign-key', '/key', ...claims, '--timestamp', 'http://tsa.test'];
    expect(line(signed)).toBe('');
    expect(line(['--sign-key', '/key'], { CHATSPEC_OPERATOR: 'Ada' })).toBe('--sign-key /key');
  });

  test('the target of a configuration by its name', () =>
    expect(line(['--at', 'all', '--profile', 'smoke'], {}, 'staging')).toBe('--profile smoke --at staging'));
});
