import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Report } from '../report/model.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { testService } from '../testing/test-service.ts';

/*
 * The examples of a divided run, without a cluster and without a runner: their own shell lines, each in a process, with
 * the command of this clone in the place of the installed one.
 */
const folder = mkdtempSync(join(tmpdir(), 'chatspec-fleet-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const example = (name: string) => parse(readFileSync(join(PACKAGE_ROOT, 'examples', name), 'utf8'));
const COMMAND = `${process.execPath} ${join(PACKAGE_ROOT, 'src', 'cli.ts')}`;

type Shell = (line: string, env?: NodeJS.ProcessEnv) => Promise<number | null>;

/** Runs shell lines in a folder of their own, against a service of their own. */
async function shellFor(name: string): Promise<{ cwd: string; sh: Shell }> {
  const { baseUrl, keys, models } = await testService();
  const cwd = mkdtempSync(join(folder, `${name}-`));
  const given = {
    PATH: process.env.PATH,
    HOME: cwd,
    RUNNER_TEMP: cwd,
    CHATSPEC_BASE_URL: baseUrl,
    CHATSPEC_MODEL: models.plain,
    CHATSPEC_API_KEY: keys.main,
    CHATSPEC_SEED: '5',
    CHATSPEC_SETTLE: '1',
    GITHUB_STEP_SUMMARY: join(cwd, 'summary'),
  };
  const sh: Shell = (line, env = {}) =>
    new Promise((resolve, reject) => {
      const child = spawn('sh', ['-c', line], { cwd, env: { ...given, ...env }, stdio: 'ignore' });
      child.once('error', reject).once('close', resolve);
    });
  return { cwd, sh };
}

const merged = (cwd: string) =>
  JSON.parse(readFileSync(join(cwd, 'merged', 'report.json'), 'utf8')) as Report;

test('the indexed job and the one after it judge a service', async () => {
  const { cwd, sh } = await shellFor('kubernetes');
  const lineOf = (name: string) =>
    (example(name).spec.template.spec.containers[0].args[0] as string)
      .replaceAll('node /chatspec/dist/src/cli.js', COMMAND)
      .replaceAll('/reports', cwd);
  const { completions } = example('kubernetes/shards.yaml').spec;
  const line = lineOf('kubernetes/shards.yaml');
  const codes = await Promise.all(
    Array.from({ length: completions }, (_, i) => sh(line, { JOB_COMPLETION_INDEX: String(i) })),
  );
  expect(codes).toEqual([0, 0]);
  expect(await sh(lineOf('kubernetes/last.yaml'))).toBe(0);
  expect(merged(cwd)).toMatchObject({
    verdict: 'conformant',
    shards: [{ index: 1 }, { index: 2 }, { index: 3 }],
  });
});

test('the matrix and the job that needs it judge a service', async () => {
  const { cwd, sh } = await shellFor('github');
  const { jobs } = example('github/shards.yml');
  const lines = (job: string) =>
    (jobs[job].steps as { run?: string }[]).flatMap(({ run }) =>
      run === undefined || run === 'npm ci' ? [] : [run.replaceAll('npm start --silent --', COMMAND)],
    );
  const matrix = jobs.shard.strategy.matrix.index as number[];
  const [line] = lines('shard') as [string];
  expect(
    await Promise.all(matrix.map((index) => sh(line.replace(/\$\{\{ matrix\.index \}\}/g, String(index))))),
  ).toEqual([0, 0]);
  for (const step of lines('merge')) expect(await sh(step)).toBe(0);
  expect(merged(cwd).verdict).toBe('conformant');
  expect(readFileSync(join(cwd, 'summary'), 'utf8')).toContain('# conformant');
});
