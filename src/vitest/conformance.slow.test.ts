import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { change, faithful } from '../../reference/src/behaviour.ts';
import { findDeviation } from '../../reference/src/deviations/index.ts';
import { startService } from '../../reference/src/service/service.ts';
import type { Report } from '../report/model.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { reportEssence, requestsOf } from '../testing/report-essence.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatspec-two-doors-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CLI = [join(PACKAGE_ROOT, 'src', 'cli.ts')];
const VITEST = [
  join(PACKAGE_ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
  'run',
  '--project',
  'conformance',
];

/** One run against a service of its own, so that neither finds what the other did. */
async function judge(
  program: string[],
  out: string,
  faults: readonly string[] = [],
  further: NodeJS.ProcessEnv = {},
) {
  const service = await startService({
    behaviour: change(
      faithful(),
      faults.map((id) => findDeviation(id)!.change),
    ),
  });
  const { keys, models } = service;
  const env = {
    PATH: process.env.PATH,
    NO_COLOR: '1',
    CHATSPEC_BASE_URL: service.baseUrl,
    CHATSPEC_API_KEY: keys.main,
    CHATSPEC_NOBALANCE_KEY: keys.emptyWallet,
    CHATSPEC_OTHER_ORG_KEY: keys.otherOrganization,
    CHATSPEC_MODEL: models.plain,
    CHATSPEC_REASONING_MODEL: models.reasoning,
    CHATSPEC_SETTLE: '1',
    CHATSPEC_EXCLUSIVE: '1',
    CHATSPEC_SEED: '7',
    CHATSPEC_OUT: join(folder, out),
    ...further,
  };
  try {
    return await new Promise<{ status: number | null; output: string }>((resolve, reject) => {
      const child = spawn(process.execPath, program, {
        cwd: PACKAGE_ROOT,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
      child.once('error', reject);
      child.once('close', (status) => resolve({ status, output }));
    });
  } finally {
    await service.close();
  }
}

const reportIn = (out: string) =>
  JSON.parse(readFileSync(join(folder, out, 'report.json'), 'utf8')) as Report;

/** In three parts of the contract: each is requested and reported in the same run. */
const FAULTS = [
  'stream/done-missing',
  'request/temperature-maximum-refused',
  'usage/summary-total-tokens-missing',
];

test.each([
  ['no fault', []],
  ['three faults', FAULTS],
])('with %s vitest asks, finds and writes what the command does', async (title, faults) => {
  const name = title.replace(' ', '-');
  const command = await judge(CLI, `command-${name}`, faults);
  const tests = await judge(VITEST, `vitest-${name}`, faults);
  const [one, other] = [join(folder, `command-${name}`), join(folder, `vitest-${name}`)] as const;
  expect(await requestsOf(other)).toEqual(await requestsOf(one));
  expect(reportEssence(other)).toBe(reportEssence(one));
  expect(readdirSync(other).sort()).toEqual(readdirSync(one).sort());
  expect([tests.status, command.status]).toEqual(faults.length > 0 ? [1, 1] : [0, 0]);
});

test('a violation that only several checks confirm fails each of their tests', async () => {
  const { output } = await judge(VITEST, 'confirmed-later', ['auth/every-fifth-bad-key-accepted']);
  const failed = reportIn('confirmed-later').checks.filter(({ verdict }) => verdict === 'fail');
  expect(failed.length).toBeGreaterThan(1);
  for (const { id } of failed) expect(output).toMatch(new RegExp(`FAIL .* ${id}:`));
});

test('a failure shows what the report says, and nothing of our code', async () => {
  const { status, output } = await judge([...VITEST, '-t', 'stream/ends-with-done'], 'one', [
    'stream/done-missing',
  ]);
  expect(status).toBe(1);
  expect(output).toMatch(/expected {2}data: \[DONE\] at the end of the stream/);
  expect(output).toMatch(/actual {4}the end of the body after \d+ events/);
  expect(output).toMatch(/place {5}byte \d+, in e\d+/);
  expect(output).toMatch(/curl {6}curl -sS .*\$CHATSPEC_API_KEY/);
  expect(output).not.toMatch(/\.ts:\d+/);
  const { checks, selection } = reportIn('one');
  expect(selection.only).toEqual(['stream/ends-with-done']);
  expect(checks.filter(({ verdict }) => verdict !== 'skipped')).toHaveLength(1);
});

test('what no failed test shows decides the exit code as well, beside any reporter', async () => {
  const program = [...VITEST, '-t', 'stream/', '--reporter=dot'];
  const undecided = await judge(program, 'undecided', [], { CHATSPEC_MAX_REQUESTS: '4' });
  expect(undecided.status).toBe(3);
  expect(undecided.output).toContain(reportIn('undecided').summary);
});

test('where nothing can be judged, that is said, and there is no report', async () => {
  const program = [...VITEST, '-t', 'stream/ends-with-done'];
  const refused = await judge(program, 'refused', [], { CHATSPEC_API_KEY: 'sk-of-nobody-at-all' });
  expect(refused.status).toBe(2);
  expect(refused.output).toContain('check the key');
  expect(existsSync(join(folder, 'refused'))).toBe(false);
});

test('every reporter of vitest tells of the run', async () => {
  const of = async (reporter: string) => {
    const file = join(folder, `of-${reporter}`, 'index.html');
    const program = [
      ...VITEST,
      '-t',
      'stream/ends-with-done',
      `--reporter=${reporter}`,
      `--outputFile=${file}`,
    ];
    const { status, output } = await judge(program, `reported-${reporter}`, ['stream/done-missing']);
    expect([reporter, status]).toEqual([reporter, 1]);
    return { output, file: existsSync(file) ? readFileSync(file, 'utf8') : '' };
  };
  const github = await of('github-actions');
  expect(github.output).toMatch(
    /^::error title=stream\/ends-with-done::expected: data: \[DONE\] at the end/m,
  );
  expect((await of('junit')).file).toContain('stream/ends-with-done');
  // Its folder is vitest's own, in the root; it takes no other from the command line.
  const page = join(PACKAGE_ROOT, '.vitest');
  onTestFinished(() => rmSync(page, { recursive: true, force: true }));
  await of('html');
  expect(readFileSync(join(page, 'index.html'), 'utf8')).toContain('<html');
});

test('a shard of vitest asks what that of the command does', async () => {
  const shard = { CHATSPEC_SHARD: '1/2', CHATSPEC_EXCLUSIVE: '' };
  const { status } = await judge(VITEST, 'v-1', [], shard);
  expect(status).toBe(0);
  await judge(CLI, 'c-1', [], shard);
  expect(await requestsOf(join(folder, 'v-1'))).toEqual(await requestsOf(join(folder, 'c-1')));
});
