import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { change, faithful } from '../../reference/src/behaviour.ts';
import { findDeviation } from '../../reference/src/deviations/index.ts';
import { startCommand } from '../testing/command.ts';
import { type TestService, testService } from '../testing/test-service.ts';
import type { WatchState } from './state.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatspec-watch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stateOf = (out: string): WatchState | undefined =>
  existsSync(join(out, 'watch.json')) ? JSON.parse(readFileSync(join(out, 'watch.json'), 'utf8')) : undefined;

/** The secret of a gateway, which is part of its address. */
const TOKEN = 'tok-9fQ2xLk7Zp3VbN8w';

/** A gateway behind which one or another service responds, as selected per request. */
async function inFrontOf(choose: (authorization: string | undefined) => TestService): Promise<string> {
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    const behind = ask(
      new URL(url!.replace(`/${TOKEN}`, ''), choose(headers.authorization).baseUrl),
      { method: method!, headers },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.rawHeaders);
        answer.pipe(response);
      },
    );
    behind.on('error', () => response.destroy());
    request.pipe(behind);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/${TOKEN}`;
}

function startWatch(service: TestService, baseUrl: string, out: string, more: readonly string[] = []) {
  const env = {
    CHATSPEC_BASE_URL: baseUrl,
    CHATSPEC_API_KEY: service.keys.main,
    CHATSPEC_MODEL: service.models.plain,
    CHATSPEC_ONLY: 'stream,auth,path/completion',
  };
  const args = ['watch', '--every', '1s', '--out', out, '--port', '0', ...more];
  const started = startCommand(args, { cwd: folder, env, longestMs: 200_000 });
  let said = '';
  started.child.stdout!.on('data', (piece) => (said += piece));
  const address = async () => {
    for (;;) {
      const [found] = /http:\/\/127\.0\.0\.1:\d+$/m.exec(said) ?? [];
      if (found) return found;
      await sleep(50);
    }
  };
  return { ...started, address };
}

const until = async (holds: () => boolean | undefined) => {
  while (!holds()) await sleep(50);
};

test('ten rounds against a service that breaks in the fifth and heals in the eighth', async () => {
  const out = join(folder, 'ten');
  const good = await testService();
  const fault = findDeviation('stream/done-missing')!;
  const bad = await testService({ behaviour: change(faithful(), [fault.change]) });
  const number = () => stateOf(out)?.current?.number ?? 0;
  const baseUrl = await inFrontOf(() => (number() >= 5 && number() < 8 ? bad : good));
  const { ended, address } = startWatch(good, baseUrl, out, ['--rounds', '10', '--keep', '4']);
  const page = async (path: string) => (await fetch((await address()) + path)).text();

  await until(() => (stateOf(out)?.rounds.at(-1)?.number ?? 0) >= 6);
  expect(await page('/metrics')).toContain('chatspec_outcome{outcome="non-conformant"} 1');
  expect(await page('/metrics')).toContain('chatspec_check_failing{check="stream/ends-with-done"} 1');
  expect(await page('/')).toContain('new failure stream/ends-with-done (pass → fail)');
  await until(() => (stateOf(out)?.rounds.at(-1)?.number ?? 0) >= 9);
  const metrics = await page('/metrics');
  expect(metrics).toContain('chatspec_outcome{outcome="held"} 1');
  expect(metrics).toContain('chatspec_rounds_total{outcome="non-conformant"} 3');
  expect(metrics).toMatch(/chatspec_checks\{verdict="pass"\} \d+/);
  expect(metrics).toMatch(/chatspec_latency_seconds\{endpoint="completion",quantile="0.5"\} 0\.\d+/);
  expect(metrics).toMatch(/chatspec_time_to_first_chunk_seconds\{quantile="0.9"\} 0\.\d+/);
  expect(metrics).not.toContain('check_failing{');
  const link = /href="\.\/(round-[^"]+)"/.exec(await page('/'))![1]!;
  expect(await page(`/${link}`)).toContain('<!doctype html>');
  expect(await page('/history.html')).toContain('stream/ends-with-done');
  expect(await page('/watch.json')).toBe('not here\n');
  expect(await page('/../watch.json')).toBe('not here\n');

  const { exit, stdout, stderr } = await ended;
  expect([exit, stderr]).toEqual([0, '']);
  const lines = stdout.split('\n');
  const outcomes = lines.flatMap((line) => /round \d+: ([\w-]+)/.exec(line)?.[1] ?? []);
  const [c, n] = ['held', 'non-conformant'];
  expect(outcomes).toEqual([c, c, c, c, n, n, n, c, c, c]);
  const changed = lines.filter((line) => /^ {4}(new failure|fixed)/.test(line)).map((line) => line.trim());
  expect(changed).toContain('new failure stream/ends-with-done (pass → fail)');
  expect(changed).toContain('fixed stream/ends-with-done (fail → pass)');
  expect(changed.length).toBe(new Set(changed).size);
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('fixed stream/ends-with-done');

  const state = stateOf(out)!;
  expect(state.totals).toEqual({ held: 7, 'non-conformant': 3 });
  expect(state.rounds.map((round) => round.number)).toEqual([7, 8, 9, 10]);
  const folders = readdirSync(out).filter((name) => name.startsWith('round-'));
  expect(folders.sort()).toEqual(state.rounds.map((round) => round.folder).sort());
  const shown = JSON.stringify([stdout, metrics, state, readFileSync(join(out, 'index.html'), 'utf8')]);
  for (const secret of [good.keys.main, TOKEN]) expect(shown).not.toContain(secret);
});

test('wrong keys are tried once a day, and the budget of a day is kept', async () => {
  const out = join(folder, 'thrifty');
  const service = await testService();
  const wrong: number[] = [];
  const baseUrl = await inFrontOf((authorization) => {
    if (authorization !== `Bearer ${service.keys.main}`) wrong.push(stateOf(out)?.current?.number ?? 0);
    return service;
  });
  const { child, ended } = startWatch(service, baseUrl, out, ['--per-day', '16']);
  await until(() => (stateOf(out)?.rounds.length ?? 0) >= 2);
  const rounds = stateOf(out)!.rounds.slice(0, 2);
  expect(rounds.map(({ triedKeys }) => triedKeys)).toEqual([true, false]);
  expect(new Set(wrong)).toEqual(new Set([1]));
  await until(() => (stateOf(out)?.billedToday ?? 0) > 8);
  await sleep(2_500);
  const { billedToday, rounds: done } = stateOf(out)!;
  expect(billedToday).toBeLessThanOrEqual(16);
  await sleep(2_500);
  expect(stateOf(out)!.rounds.length).toBe(done.length);
  child.kill('SIGTERM');
  const { exit, stdout } = await ended;
  expect(exit).toBe(143);
  expect(stdout).toContain('completions of today are used');
});

test('the crash of a run, and the death of the watch, end nothing', async () => {
  const out = join(folder, 'mortal');
  const service = await testService();
  const baseUrl = await inFrontOf(() => service);
  const first = startWatch(service, baseUrl, out);
  await until(() => stateOf(out)?.current?.number === 2 && stateOf(out)!.current!.pid !== undefined);
  process.kill(stateOf(out)!.current!.pid!, 'SIGKILL');
  await until(() => (stateOf(out)?.rounds.length ?? 0) >= 3);
  expect(stateOf(out)!.rounds.map(({ outcome }) => outcome)).toEqual(['held', 'crashed', 'held']);
  const refused = startWatch(service, baseUrl, out);
  expect(await refused.ended).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('already watches into'),
  });
  await until(() => stateOf(out)?.current?.number === 4 && stateOf(out)!.current!.pid !== undefined);
  const run = stateOf(out)!.current!.pid!;
  first.child.kill('SIGKILL');
  await first.ended;
  // Its run ends with it: two with the same key would disturb each other.
  await until(() => !isAlive(run));

  const second = startWatch(service, baseUrl, out, ['--rounds', '2']);
  expect((await second.ended).exit).toBe(0);
  const { rounds, current, pid } = stateOf(out)!;
  expect(rounds.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(rounds.slice(-2).map(({ outcome }) => outcome)).toEqual(['held', 'held']);
  expect([current, pid]).toEqual([undefined, undefined]);
});

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** A foreign folder: two rounds to forget, in a folder of this name, and a neighbor. */
function foreignFolder(name: string): { out: string; precious: string } {
  const root = mkdtempSync(join(folder, 'foreign-'));
  const [out, victim] = [join(root, 'own'), join(root, 'victim')];
  for (const path of [out, victim]) mkdirSync(path);
  writeFileSync(join(victim, 'file'), 'precious');
  symlinkSync('../victim', join(out, 'round-link'));
  const round = { startedAt: '2026-11-26T10:00:00Z', durationMs: 1, outcome: 'conformant', statement: 's' };
  const rest = { billed: 0, requests: 0, triedKeys: false, failing: [], timings: [], changes: [] };
  const rounds = [1, 2].map((number) => ({ number, ...round, folder: name, ...rest }));
  const counts = { day: '2026-11-26', billedToday: 0, keysTriedToday: false, totals: {}, billedInAll: 0 };
  rounds.push({ ...rounds[0]!, number: 3, folder: 'round-none' });
  writeFileSync(
    join(out, 'watch.json'),
    JSON.stringify({ format: 'chatspec-watch', seed: 1, ...counts, rounds }),
  );
  return { out, precious: join(victim, 'file') };
}

test.each([
  ['../victim', 2],
  ['round-link', 0],
])('a folder whose state names a round %s loses no neighbour', async (name, code) => {
  const { out, precious } = foreignFolder(name);
  const service = await testService();
  // Nobody listens: the round is over at once, and the earlier ones are forgotten.
  const { ended } = startWatch(service, 'http://127.0.0.1:9', out, ['--rounds', '1', '--keep', '2']);
  expect((await ended).exit).toBe(code);
  expect(readFileSync(precious, 'utf8')).toBe('precious');
  expect(existsSync(join(out, 'round-link', 'file'))).toBe(true);
});
