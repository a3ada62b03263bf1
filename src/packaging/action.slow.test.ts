import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { change, faithful } from '../../reference/src/behaviour.ts';
import { findDeviation } from '../../reference/src/deviations/index.ts';
import { OPTIONS } from '../options/definition.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { action, folder, read, runAction, type Step } from '../testing/action-run.ts';
import { startCommand } from '../testing/command.ts';
import { movedClock, tomorrow } from '../testing/moved-clock.ts';
import { obeyed } from '../testing/obeyed.ts';
import { testService } from '../testing/test-service.ts';

/** What is for people who watch. */
const IN_A_TERMINAL = new Set(['quiet', 'trace']);

afterAll(() => rmSync(folder, { recursive: true }));

describe('the action', () => {
  it('judges a service in another process, and says what came of it', async () => {
    const service = await testService();
    const done = await runAction({
      node: process.execPath,
      'base-url': service.baseUrl,
      model: service.models.plain,
      'api-key': service.keys.main,
      only: 'stream/ends-with-done,path/completion',
      seed: '7',
    });
    expect([done.code, done.said]).toEqual([0, expect.stringContaining('selected checks held')]);
    expect(done.outputs.verdict).toBe('held');
    expect(dirname(done.outputs.report!)).toBe(done.temporary);
    expect(readdirSync(done.outputs.report!)).toContain('report.json');
    expect(obeyed(done.said).filter((line) => !line.startsWith('::remove-matcher'))).toEqual([]);
    expect(Number(done.outputs.billed)).toBeGreaterThan(0);
    expect(done.summary).toContain('selected checks held');
    expect(JSON.stringify(done)).not.toContain(service.keys.main);
  });

  it('keeps the exit code of a run that cannot begin', async () => {
    const given = { 'base-url': 'http://127.0.0.1:9', model: 'm', 'api-key': 'sk-0123456789' };
    const done = await runAction({ node: process.execPath, ...given });
    expect([done.code, done.said]).toEqual([2, expect.stringContaining('did not answer')]);
    expect(done.outputs).toEqual({});
  });

  it('judges no embedded service for a job that gets neither variables nor secrets', async () => {
    const done = await runAction({ node: process.execPath, only: 'path/completion' });
    expect([done.code, done.said]).toEqual([2, expect.stringContaining('CHATSPEC_BASE_URL is empty')]);
    expect([done.outputs, done.summary]).toEqual([{}, '']);
  });

  it('publishes nothing of a report that somebody committed', async () => {
    const committed = {
      'theirs/report.json': '{"verdict":"conformant\\nadmin=yes","cost":{"billed":0}}',
      'theirs/summary.md': '# conformant',
    };
    const given = { 'base-url': 'http://127.0.0.1:9', model: 'm', 'api-key': 'sk-0123456789', out: 'theirs' };
    const done = await runAction({ node: process.execPath, ...given }, committed);
    expect([done.code, done.said]).toEqual([2, expect.stringContaining('theirs is not empty')]);
    expect([done.outputs, done.summary]).toEqual([{}, '']);
  });

  it('makes no further output of a line feed in an input', async () => {
    const out = 'here\nverdict=conformant\nadmin<<x\nyes\nx';
    const service = await testService();
    const done = await runAction({
      node: process.execPath,
      'base-url': service.baseUrl,
      model: service.models.plain,
      'api-key': service.keys.main,
      out,
      only: 'path/completion',
    });
    expect(Object.keys(done.outputs).sort()).toEqual(['billed', 'report', 'verdict']);
    expect(done.outputs.report).toBe(join(done.cwd, out));
  });

  it('sends no key of its inputs where a configuration says', async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked++;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const config = JSON.stringify({ baseUrl: `http://127.0.0.1:${port}`, model: 'm' });
    const given = { node: process.execPath, 'api-key': 'sk-0123456789', only: 'path/completion' };
    const done = await runAction(given, { 'chatspec.config.json': config });
    expect([done.code, done.said]).toEqual([2, expect.stringContaining('set the input base-url')]);
    server.close();
    expect(asked).toBe(0);
  });

  it('leaves an accepted finding out of its exit code, and decides by it again when its day is over', async () => {
    const { change: fault } = findDeviation('stream/done-missing')!;
    const service = await testService({ behaviour: change(faithful(), [fault]) });
    const given = {
      node: process.execPath,
      'base-url': service.baseUrl,
      model: service.models.plain,
      'api-key': service.keys.main,
      only: 'stream/ends-with-done',
    };
    const before = await runAction(given);
    expect(before.code).toBe(1);
    const accept = ['accept', before.outputs.report!, 'stream/ends-with-done', '--known', 'known.json'];
    const terms = ['--reason', 'backend 3.2 mends it', '--until', tomorrow(), '--owner', 'me'];
    const accepted = startCommand([...accept, ...terms], { cwd: folder });
    expect((await accepted.ended).exit).toBe(0);
    const known = { 'chatspec.known.json': readFileSync(join(folder, 'known.json'), 'utf8') };
    const after = await runAction(given, known);
    expect([after.code, after.outputs.verdict]).toEqual([0, 'non-conformant']);
    expect((await runAction(given, known, { NODE_OPTIONS: movedClock(2) })).code).toBe(1);
  });

  it('hands every input to an option, and every output to who asked', () => {
    const known = new Set([
      ...OPTIONS.flatMap(({ env }) => env ?? []),
      'CHATSPEC_API_KEY',
      'CHATSPEC_NOBALANCE_KEY',
      'CHATSPEC_OTHER_ORG_KEY',
    ]);
    const judge = action.runs.steps.find(({ id }) => id === 'judge')!;
    for (const name of Object.keys(judge.env!).filter((n) => n.startsWith('CHATSPEC_'))) {
      expect(known, name).toContain(name);
    }
    const handed = new Set(Object.keys(judge.env!));
    const wanted = OPTIONS.filter(({ name, env }) => env && !IN_A_TERMINAL.has(name)).map(({ env }) => env!);
    expect(wanted.filter((env) => !handed.has(env))).toEqual([]);
    const text = read('action.yml');
    for (const input of Object.keys(action.inputs)) expect(text, input).toContain(`inputs.${input}`);
    for (const [name, { value }] of Object.entries(action.outputs)) {
      expect(value).toBe(`\${{ steps.judge.outputs.${name} }}`);
    }
  });
});

describe('the steps that install', () => {
  const copy = join(folder, 'action');

  it('name the versions that are tried here', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
      string,
      Record<string, string>
    >;
    const named = action.runs.steps.flatMap(({ run }) => [
      ...(run ?? '').matchAll(/ (@?[\w/-]+)@((?:npm:[\w-]+@)?[\d.]+)/g),
    ]);
    expect(named.map(([, name]) => name)).toEqual(expect.arrayContaining(['openai', 'openai-6', 'ai']));
    for (const [, name, version] of named)
      expect({ ...dependencies, ...devDependencies }[name!], name).toBe(version);
  });

  it('brings what a run needs, and the official clients', () => {
    for (const name of [
      'package.json',
      'package-lock.json',
      '.npmrc',
      'src',
      'reference',
      'suites',
      'schemas',
      'reports/proof.json',
    ])
      cpSync(join(PACKAGE_ROOT, name), join(copy, name), { recursive: true });
    const step = action.runs.steps.find(({ run }) => run?.includes('npm ci'))!;
    const workspace = mkdtempSync(join(folder, 'workspace-'));
    const env = {
      ...process.env,
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      ACTION_PATH: copy,
    };
    const done = spawnSync('bash', ['-e', '-c', step.run!], { cwd: workspace, env, encoding: 'utf8' });
    expect([done.status, done.status === 0 ? '' : done.stderr]).toEqual([0, '']);
    const args = [join(copy, 'src/cli.ts'), '--only', 'client/create', '--out', 'report'];
    const ran = spawnSync(process.execPath, args, { cwd: workspace, encoding: 'utf8' });
    expect([ran.status, ran.stdout]).toEqual([0, expect.stringMatching(/^The one selected check held/m)]);
  });
});

test('the example for pull requests compares with the report of the base, and with none of the checkout', async () => {
  const service = await testService();
  const done = await runAction({
    node: process.execPath,
    'base-url': service.baseUrl,
    model: service.models.plain,
    'api-key': service.keys.main,
    only: 'path/completion',
  });
  const { jobs } = parse(read('examples/github/pull-request.yml')) as { jobs: { judge: { steps: Step[] } } };
  const compare = jobs.judge.steps.find(({ id }) => id === 'compare')!.run!;
  const cwd = mkdtempSync(join(folder, 'pull-request-'));
  symlinkSync(PACKAGE_ROOT, join(cwd, '.chatspec'));
  for (const name of ['before', 'after', 'chatspec-report'])
    cpSync(done.outputs.report!, join(cwd, name), { recursive: true });
  const bin = mkdtempSync(join(folder, 'bin-'));
  const gh = (download: string) =>
    writeFileSync(
      join(bin, 'gh'),
      `#!/bin/sh\ncase "$1 $2" in 'run list') echo 7;; *) ${download};; esac\n`,
      { mode: 0o755 },
    );
  const run = (after: string) => {
    const temporary = mkdtempSync(join(folder, 'temporary-'));
    const env = {
      PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
      ...{
        RUNNER_TEMP: temporary,
        GITHUB_STEP_SUMMARY: join(temporary, 'summary'),
        BASE: 'main',
        AFTER: after,
      },
    };
    return spawnSync('bash', ['-e', '-c', compare], { cwd, env, encoding: 'utf8' }).status;
  };
  gh('exit 1');
  expect(run(done.outputs.report!)).not.toBe(0);
  gh(`cp -r '${done.outputs.report}' "$RUNNER_TEMP/before"`);
  expect(run('')).not.toBe(0);
  expect(run(done.outputs.report!)).toBe(0);
});
