import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../options/commands.ts';
import { OPTIONS } from '../../options/definition.ts';
import { testService } from '../../testing/test-service.ts';
import { COMMAND_NAMES, main } from '../main.ts';

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'chatspec-commands-'));
});
afterEach(() => rm(cwd, { recursive: true }));

interface Said {
  code: number;
  out: string;
  err: string;
}

async function run(args: string[], env: NodeJS.ProcessEnv = {}, answers?: string[]): Promise<Said> {
  let out = '';
  let err = '';
  const code = await main(args, {
    ...(answers ? { stdin: Readable.from([`${answers.join('\n')}\n`]) } : {}),
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (err += text) },
    cwd,
    env,
  });
  return { code, out, err };
}

describe('help', () => {
  it('fits a screen, and names every command', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    expect(out.split('\n').length).toBeLessThanOrEqual(44);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
    for (const { name } of COMMANDS) expect(out).toContain(`\n  ${name} `);
    expect((await run(['help'])).out).toBe(out);
  });

  it('has every option on a page of its own', async () => {
    const { out } = await run(['help', 'options']);
    for (const { name } of OPTIONS) expect(out).toMatch(new RegExp(`^  --${name}[ \\n]`, 'm'));
  });

  it('is there for every command', async () => {
    expect([...COMMAND_NAMES].sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
    for (const name of COMMAND_NAMES.filter((command) => command !== 'help')) {
      const { code, out } = await run([name, '--help']);
      expect([name, code]).toEqual([name, 0]);
      expect(out, name).toContain(`chatspec ${name}`);
      expect((await run(['help', name])).out, name).toBe(out);
    }
  });

  it('suggests near names', async () => {
    expect((await run(['docter'])).err).toBe(
      "chatspec: there is no command 'docter': did you mean doctor?\n",
    );
    expect((await run(['frobnicate'])).err).toContain("no command 'frobnicate': see npm start -- --help");
    expect((await run(['--modle', 'x'])).err).toContain('did you mean --model?');
  });
});

describe('completions', () => {
  it.each(['bash', 'zsh', 'fish'])('%s knows every command and option', async (shell) => {
    const { code, out } = await run(['completions', shell]);
    expect(code).toBe(0);
    for (const { name } of COMMANDS) expect(out).toContain(name);
    for (const { name } of OPTIONS) expect(out).toContain(shell === 'fish' ? `-l ${name}` : `--${name}`);
  });

  it('complete in bash', async () => {
    const { out } = await run(['completions', 'bash']);
    const complete = (words: string) =>
      execFileSync(
        'bash',
        [
          '-c',
          `eval "$1"; COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _chatspec; echo "\${COMPREPLY[*]}"`,
          'bash',
          out,
        ],
        { encoding: 'utf8' },
      ).trim();
    expect(complete('chatspec doc')).toBe('doctor');
    expect(complete('chatspec --base')).toBe('--base-url');
    expect(complete('chatspec --profile st')).toBe('standard');
  });

  it('of another shell are not known', async () => {
    expect(await run(['completions', 'tcsh'])).toMatchObject({ code: 2, out: '' });
  });
});

describe('list', () => {
  it('shows what would run', async () => {
    const { code, out } = await run(['list', '5.1', 'stream/ends-with-done']);
    expect(code).toBe(0);
    expect(out).toMatch(/^auth\/[\s\S]*stream\/ends-with-done/);
  });
});

describe('init', () => {
  const file = () => JSON.parse(readFileSync(join(cwd, 'chatspec.config.json'), 'utf8'));

  it('writes what was answered, and asks again where the answer is of no use', async () => {
    const answers = [
      'not an address',
      'https://api.example.com/',
      'm-1',
      'sk-live-abc',
      'STAGING_KEY',
      'yes',
      'smoke',
    ];
    const { code, err } = await run(['init'], {}, answers);
    expect(code, err).toBe(0);
    expect(file()).toEqual({
      baseUrl: 'https://api.example.com',
      model: 'm-1',
      apiKey: { env: 'STAGING_KEY' },
      exclusive: true,
      profile: 'smoke',
    });
    expect(err).toContain('chatspec never stores a key');
    expect(err).not.toContain('sk-live-abc');
  });

  it('takes defaults with --yes, once', async () => {
    expect((await run(['init', '--yes'])).code).toBe(0);
    expect(file()).toEqual({
      baseUrl: 'http://127.0.0.1:8080',
      apiKey: { env: 'CHATSPEC_API_KEY' },
      profile: 'standard',
    });
    expect((await run(['init', '--yes'])).err).toContain('exists: edit it');
  });

  it('writes nothing when the answers end', async () => {
    expect(await run(['init'], {}, ['https://api.example.com'])).toMatchObject({ code: 2 });
    expect(existsSync(join(cwd, 'chatspec.config.json'))).toBe(false);
  });
});

describe('doctor', () => {
  const outcomes = (out: string) =>
    [...out.matchAll(/^(ok|warning|failed|not tried) +(\w+)/gm)].map(
      ([, outcome, name]) => `${name} ${outcome}`,
    );

  it('finds nothing wrong with a service that is well', async () => {
    const service = await testService();
    const { code, out } = await run(['doctor', '--base-url', service.baseUrl], {
      CHATSPEC_API_KEY: service.keys.main,
    });
    expect([code, outcomes(out)]).toEqual([
      0,
      ['name ok', 'TCP ok', 'path ok', 'key ok', 'model ok', 'stream ok', 'usage ok'],
    ]);
  });

  it('stops at the first step that fails, and says what to mend', async () => {
    const service = await testService();
    const bad = await run(['doctor', '--base-url', service.baseUrl], {
      CHATSPEC_API_KEY: 'sk-wrong-0123456789',
    });
    expect(bad.code).toBe(2);
    expect(outcomes(bad.out).at(-1)).toBe('key failed');
    expect(bad.out).toContain('→ check the key');
    expect(bad.out).toContain('not tried: model, stream, usage');
    expect(bad.out).not.toContain('sk-wrong');
    const env = { CHATSPEC_API_KEY: service.keys.main };
    const model = await run(['doctor', '--base-url', service.baseUrl, '--model', 'nosuch'], env);
    expect(outcomes(model.out)).toContain('model failed');
    const down = await run(['doctor', '--base-url', 'http://127.0.0.1:9'], env);
    expect(outcomes(down.out)).toEqual(['name ok', 'TCP failed']);
  });

  it.each([
    ['another path', '--api-path /v1', (url: string) => (url.startsWith('/v1/') ? 401 : 404), 'text/plain'],
    ['a web page', 'without /api/v1', () => 200, 'text/html'],
    ['a redirect', 'the final address', () => 301, 'text/plain'],
  ])('%s', async (_what, hint, status, type) => {
    const server = createServer((request, response) => {
      response
        .writeHead(status(request.url!), { 'content-type': type, location: '/' })
        .end('<!doctype html>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { code, out } = await run(['doctor', '--base-url', `http://127.0.0.1:${port}`], {
      CHATSPEC_API_KEY: 'k-0123456789',
    });
    server.close();
    expect(code).toBe(2);
    expect(out).toContain(hint);
  });

  it('needs a service', async () => {
    await writeFile(join(cwd, 'chatspec.config.json'), '{ "profile": "smoke" }');
    expect((await run(['doctor'])).err).toContain('doctor needs a service');
  });
});
