import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { change, faithful } from '../../reference/src/behaviour.ts';
import { type ReferenceService, startService } from '../../reference/src/service/service.ts';
import { INTERRUPTS, type Interrupt } from '../run/interrupts.ts';
import { type Ended, startCommand } from '../testing/command.ts';
import { complaintsAboutInterrupted, recorded } from '../testing/interrupted-runs.ts';
import { limitConcurrency } from '../testing/limit-concurrency.ts';
import { randomStream } from '../vocabulary/random.ts';

/*
 * Runs that are ended from outside, at moments from the start of the process to the end of the run. The moments are
 * drawn anew each time; CHATSPEC_TEST_SEED repeats those of an earlier time.
 */

const SEED = process.env.CHATSPEC_TEST_SEED ?? String(Date.now() % 1_000_000);
const LANES = 3;
const KILLS = 50;
const EACH = 8;

const folder = mkdtempSync(join(tmpdir(), 'chatspec-interrupted-'));
let service: ReferenceService;
let lastsMs: number;
let asked: string[] = [];
let runs = 0;

beforeAll(async () => {
  const behaviour = change(faithful(), [
    (before) => ({
      latencyMs: (request) => {
        asked.push(`${request.method} ${request.path}`);
        return before.latencyMs(request) + 10;
      },
    }),
  ]);
  service = await startService({ behaviour });
  const whole = await Promise.all(limitConcurrency([1, 2, 3], LANES, () => start().ended));
  expect(whole.map(({ exit }) => exit)).toEqual([0, 0, 0]);
  lastsMs = Math.max(...whole.map(({ seconds }) => seconds * 1000));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(args: readonly string[] = [], before?: string) {
  const fresh = join(folder, `run-${++runs}`);
  const given = args.indexOf('--out');
  const out = given < 0 ? fresh : args[given + 1]!;
  const { baseUrl, models, keys } = service;
  const target = ['--base-url', baseUrl, '--model', models.plain];
  const all = [...target, '--only', '2.7', '--seed', '1', ...(given < 0 ? ['--out', fresh] : []), ...args];
  const options = { cwd: folder, env: { CHATSPEC_API_KEY: keys.main } };
  return { out, ...startCommand(all, { ...options, ...(before !== undefined && { before }) }) };
}

/** Moments spread over the time that a run lasts, drawn from equal parts of it. */
function moments(count: number, name: string): number[] {
  const random = randomStream(`${SEED} ${name}`);
  return Array.from({ length: count }, (_, i) => Math.round(((i + random()) / count) * lastsMs));
}

/** Runs that are sent a signal at these moments, and what is wrong with what they left. */
async function interrupted(
  signal: NodeJS.Signals,
  count: number,
  judge: (out: string, ended: Ended) => Promise<string[]>,
): Promise<string[]> {
  const found = limitConcurrency(moments(count, signal), LANES, async (ms) => {
    const { out, child, ended } = start();
    const timer = setTimeout(() => child.kill(signal), ms);
    const complaints = await judge(out, await ended);
    clearTimeout(timer);
    rmSync(out, { recursive: true, force: true });
    return complaints.map((complaint) => `after ${ms} ms: ${complaint}`);
  });
  return (await Promise.all(found)).flat();
}

describe(`with the moments of seed ${SEED}`, () => {
  test(`a run that is killed ${KILLS} times leaves all that it recorded`, { timeout: 180_000 }, async () => {
    let midway = 0;
    const found = await interrupted('SIGKILL', KILLS, async (out) => {
      const lines = recorded(out);
      if (lines.length > 1 && lines.at(-1)?.type !== 'end') midway++;
      return complaintsAboutInterrupted(out, service.keys.main);
    });
    expect(found).toEqual([]);
    // Otherwise the moments miss what they are to hit.
    expect(midway).toBeGreaterThan(KILLS / 10);
  });

  test.each(Object.keys(INTERRUPTS) as Interrupt[])(
    '%s leaves a report, and the exit code that stands for it',
    { timeout: 120_000 },
    async (name) => {
      const found = await interrupted(name, EACH, async (out, ended) => {
        const { exit, signal, stderr, seconds } = ended;
        const reported = existsSync(join(out, 'report.json'));
        const told = stderr.includes(`${name}: writing the report of this run so far`);
        // Before the run begins there is nothing to report, and after it there is nothing to interrupt.
        const byDefault = signal === name && !told && (reported || recorded(out).length === 0);
        const wrong: (string | false)[] = [
          seconds * 1000 > lastsMs * 2 + 5_000 && `it took ${seconds} s`,
          told && exit !== INTERRUPTS[name] && `it ended with ${exit ?? signal}`,
          told && !reported && `no report: ${stderr}`,
          !told && !byDefault && exit !== 0 && `it ended with ${exit ?? signal}: ${stderr}`,
          /it broke|^\s+at /m.test(stderr) && stderr,
        ];
        const complaints = wrong.filter((line) => line !== false);
        return reported
          ? [...complaints, ...(await complaintsAboutInterrupted(out, service.keys.main))]
          : complaints;
      });
      expect(found).toEqual([]);
    },
  );
});

test('a terminal that is closed takes its streams with it, and leaves a report', async () => {
  const { out, child, ended } = start();
  await vi.waitUntil(() => recorded(out).length > 3, { timeout: 20_000 });
  child.stdout!.destroy();
  child.stderr!.destroy();
  child.kill('SIGHUP');
  expect(await ended).toMatchObject({ exit: INTERRUPTS.SIGHUP });
  expect(await complaintsAboutInterrupted(out, service.keys.main)).toEqual([]);
});

describe('where nothing can be written', () => {
  /** The only line after the opening lines. */
  const line = ({ stderr }: Ended) =>
    stderr
      .trimEnd()
      .split('\n')
      .filter((l) => !/^chatspec: (judging|\d+ checks)/.test(l));

  test.each<[string, string[], string | undefined, RegExp]>([
    [
      'a folder that cannot be made',
      ['--out', '/proc/chatspec'],
      undefined,
      /cannot write the report folder \S+ \((ENOENT|EACCES|EPERM|EROFS)\): choose another with --out$/,
    ],
    [
      'a file in the place of the folder',
      ['--out', '/dev/null'],
      undefined,
      /cannot write the report folder \S+ \((EEXIST|ENOTDIR)\): choose another with --out$/,
    ],
    [
      'a path through a file',
      ['--out', '/dev/null/report'],
      undefined,
      /cannot write the report folder \S+ \(ENOTDIR\): choose another with --out$/,
    ],
    [
      'a folder that holds something',
      ['--out', '/etc'],
      undefined,
      /is not empty, and chatspec never overwrites a report: choose another folder with --out$/,
    ],
    [
      'no room for a file',
      [],
      'ulimit -f 4',
      /cannot write the report folder \S+ \(EFBIG\): choose another with --out$/,
    ],
    [
      'no room for the record',
      [],
      'ulimit -f 12',
      /cannot write the report folder \S+ \(EFBIG\): choose another with --out$/,
    ],
  ])('%s is told before anything is sent', async (_, args, before, says) => {
    asked = [];
    const { out, ended } = start(args, before);
    const held = existsSync(out);
    const end = await ended;
    expect(end).toMatchObject({ exit: 2, stdout: '' });
    expect(line(end)).toEqual([expect.stringMatching(says)]);
    expect(asked).toEqual([]);
    expect(existsSync(out)).toBe(held);
  });

  test('a record that finds no more room ends the run, and keeps what was measured', async () => {
    asked = [];
    const { out, ended } = start(['--concurrency', '1'], 'ulimit -f 132');
    const end = await ended;
    expect(line(end).at(-1)).toMatch(
      /^chatspec: the record could not be written: .+; the record of the run so far is in \S+: create the report with .+ render \S+$/,
    );
    expect(end).toMatchObject({ exit: 2, stdout: '' });
    // One at a time: what was asked is what was recorded, and the one whose answer found no room.
    const exchanges = recorded(out).filter(({ type }) => type === 'exchange').length;
    expect(exchanges).toBeGreaterThan(0);
    expect(asked.length).toBeLessThanOrEqual(exchanges + 1);
    expect(await complaintsAboutInterrupted(out, service.keys.main)).toEqual([]);
  });

  test('a report that finds no room leaves the whole record', async () => {
    const { out, ended } = start([], 'ulimit -f 600');
    const end = await ended;
    expect(line(end).at(-1)).toMatch(
      /^chatspec: \S+ could not be written: .+; the whole record is in \S+: create the report with .+ render \S+$/,
    );
    expect(end).toMatchObject({ exit: 2, stdout: '' });
    expect(recorded(out).at(-1)?.type).toBe('end');
    expect(await complaintsAboutInterrupted(out, service.keys.main)).toEqual([]);
  });
});
