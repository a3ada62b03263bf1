import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS } from '../options/commands.ts';
import { OPTIONS } from '../options/definitions.ts';
import { change, faithful } from '../reference/behaviour.ts';
import { findDeviation } from '../reference/deviations.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { startCommand } from '../testing/command.ts';
import { movedClock, tomorrow } from '../testing/moved-clock.ts';
import { testService } from '../testing/test-service.ts';

interface Step {
  id?: string;
  if?: string;
  run?: string;
  env?: Record<string, string>;
}
interface Action {
  inputs: Record<string, { default?: string; description: string }>;
  outputs: Record<string, { value: string }>;
  runs: { steps: Step[] };
}

/** What is for people who watch. */
const IN_A_TERMINAL = new Set(['quiet', 'trace']);

const read = (path: string) => readFileSync(join(PACKAGE_ROOT, path), 'utf8');
const action = parse(read('action.yml')) as Action;
const folder = mkdtempSync(join(tmpdir(), 'chatspec-action-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Does what a runner does with the step of the action that judges: its environment is what the inputs say. */
async function runAction(given: Record<string, string>, known?: string, more: NodeJS.ProcessEnv = {}) {
  const cwd = mkdtempSync(join(folder, 'run-'));
  const value = (text: string) =>
    text.replace(/\$\{\{ (inputs|github)\.([\w-]+) \}\}/g, (_, kind, name) =>
      kind === 'github' ? PACKAGE_ROOT : (given[name] ?? action.inputs[name]!.default ?? ''),
    );
  const step = action.runs.steps.find(({ id }) => id === 'judge')!;
  const env = Object.fromEntries(Object.entries(step.env!).map(([name, text]) => [name, value(text)]));
  const files = { GITHUB_OUTPUT: join(cwd, 'outputs'), GITHUB_STEP_SUMMARY: join(cwd, 'summary') };
  for (const file of Object.values(files)) writeFileSync(file, '');
  if (known !== undefined) writeFileSync(join(cwd, 'chatspec.known.json'), known);
  const child = spawn('bash', ['-c', step.run!], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, ...env, ...files, ...more },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += piece));
  const code = await new Promise((resolve) => child.once('close', resolve));
  const lines = readFileSync(files.GITHUB_OUTPUT, 'utf8').trim().split('\n');
  return {
    code,
    said,
    cwd,
    outputs: Object.fromEntries(lines.map((line) => line.split('='))),
    summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8'),
  };
}

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
    expect(done.outputs).toMatchObject({ verdict: 'conformant', report: 'chatspec-report' });
    expect(Number(done.outputs.billed)).toBeGreaterThan(0);
    expect(done.summary).toContain('selected checks held');
    expect(JSON.stringify(done)).not.toContain(service.keys.main);
  });

  it('keeps the exit code of a run that cannot begin', async () => {
    const given = { 'base-url': 'http://127.0.0.1:9', model: 'm', 'api-key': 'sk-0123456789' };
    const done = await runAction({ node: process.execPath, ...given });
    expect([done.code, done.said]).toEqual([2, expect.stringContaining('did not answer')]);
    expect(done.outputs).toEqual({ report: 'chatspec-report' });
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
    const accept = [
      'accept',
      join(before.cwd, 'chatspec-report'),
      'stream/ends-with-done',
      '--known',
      'known.json',
    ];
    const terms = ['--reason', 'backend 3.2 mends it', '--until', tomorrow(), '--owner', 'me'];
    const accepted = startCommand([...accept, ...terms], { cwd: folder });
    expect((await accepted.ended).exit).toBe(0);
    const known = readFileSync(join(folder, 'known.json'), 'utf8');
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
    expect([ran.status, ran.stdout]).toEqual([0, expect.stringMatching(/^the one selected check held/m)]);
  });
});

describe('the examples', () => {
  const files = [
    '.github/workflows/conformance.yml',
    ...readdirSync(join(PACKAGE_ROOT, 'examples'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ya?ml$|Jenkinsfile$/.test(name))
      .map((name) => join('examples', name)),
  ];

  it.each(files.filter((name) => /ya?ml$/.test(name)))('%s is YAML', (name) => {
    expect(parse(read(name))).toBeTypeOf('object');
  });

  it.each(files)('%s uses inputs, commands and options that there are', (name) => {
    const text = read(name);
    for (const [, command] of text.matchAll(/(?:chatspec|cli\.ts) ([a-z]+)(?= )/g)) {
      expect(COMMANDS.map((c) => c.name)).toContain(command);
    }
    const used = [...text.matchAll(/uses: \.\/\.chatspec[\s\S]*?with:\n((?: +[\w-]+:.*\n)+)/g)];
    for (const [, block] of used) {
      for (const [, input] of block!.matchAll(/^ +([\w-]+):/gm))
        expect(Object.keys(action.inputs)).toContain(input);
    }
  });
});
