import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OptionError } from '../vocabulary/option-error.ts';
import { pageKeeper } from './page.ts';
import { pruneRounds, type Round, readState, type WatchState, writeState } from './state.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chatspec-state-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const ROUND: Round = {
  number: 1,
  startedAt: '2026-11-26T10:00:00.000Z',
  durationMs: 900,
  outcome: 'non-conformant',
  statement: 'not conformant: 1 of 2 checks failed',
  folder: 'round-2026-11-26T10-00-00Z-1',
  counts: {
    fail: 1,
    warn: 0,
    inconclusive: 0,
    error: 0,
    pass: 1,
    observed: 0,
    'not-applicable': 0,
    skipped: 0,
  },
  billed: 3,
  requests: 9,
  triedKeys: true,
  failing: ['stream/ends-with-done'],
  timings: [{ endpoint: 'stream', measure: 'first byte', p50: 1, p90: 2.5, p99: 3, max: 4 }],
  changes: ['new failure stream/ends-with-done (pass → fail)'],
};
const STATE: WatchState = {
  format: 'chatspec-watch',
  seed: 4294967295,
  pid: 7,
  day: '2026-11-26',
  billedToday: 3,
  keysTriedToday: true,
  totals: { 'non-conformant': 1, 'not begun': 2 },
  billedInAll: 3,
  current: {
    number: 2,
    startedAt: '2026-11-26T10:10:00.000Z',
    folder: 'round-2026-11-26T10-10-00Z-2',
    triedKeys: false,
  },
  rounds: [ROUND],
};
const read = () => readState(folder, 1, Date.parse('2026-11-27'));
const write = (state: unknown) => writeFileSync(join(folder, 'watch.json'), JSON.stringify(state));

test('what a watch writes is what it reads', async () => {
  await writeState(folder, STATE);
  expect(read()).toEqual(STATE);
});

test('a state that it would refuse to read is not written', async () => {
  await writeState(folder, STATE);
  const next = { ...STATE, current: { ...STATE.current!, number: 2 ** 53 } };
  await expect(writeState(folder, next)).rejects.toThrow(OptionError);
  expect(read()).toEqual(STATE);
});

test('of the rounds that are not remembered, only folders of their own names are removed', async () => {
  const second = { ...ROUND, number: 2, folder: 'round-important' };
  const third = { ...ROUND, number: 3, folder: 'round-2026-11-26T10-00-00Z-3' };
  const before = { ...STATE, rounds: [ROUND, second, third] };
  for (const { folder: name } of before.rounds) mkdirSync(join(folder, name!));
  await pruneRounds(folder, before, { ...STATE, rounds: [third] });
  expect(readdirSync(folder).sort()).toEqual([third.folder, second.folder]);
});

test('without a file the state is a fresh one', () => {
  expect(read()).toMatchObject({ seed: 1, day: '2026-11-27', rounds: [] });
});

describe('a state that somebody else made is refused', () => {
  const FOLDERS = [
    '../victim',
    'round-x/../../victim',
    '/etc',
    'javascript:alert(1)//',
    'round-',
    'round-1\n',
  ];
  test.each([
    ...FOLDERS.map((name) => ({ ...STATE, rounds: [{ ...ROUND, folder: name }] })),
    { ...STATE, current: { ...STATE.current, folder: '../victim' } },
    { ...STATE, rounds: [{ ...ROUND, failing: ['a"} 1\nchatspec_x 1'] }] },
    { ...STATE, rounds: [{ ...ROUND, outcome: 'x" onclick="y' }] },
    { ...STATE, rounds: [{ ...ROUND, timings: [null] }] },
    { ...STATE, rounds: [{ ...ROUND, timings: Array(11).fill(ROUND.timings[0]) }] },
    { ...STATE, rounds: [null] },
    { ...STATE, rounds: [{ ...ROUND, number: Number.MAX_SAFE_INTEGER }] },
    { ...STATE, pid: -1 },
    { ...STATE, billedToday: -1e9 },
    { ...STATE, totals: { constructor: 1 } },
    { ...STATE, seed: '1 --out x' },
    [],
    null,
  ])('%j', (state) => {
    write(state);
    expect(read).toThrow(OptionError);
  });

  test.each([
    { failing: Array(1_001).fill('a/b') },
    { changes: Array(1_001).fill('fixed a/b') },
    { statement: 'x'.repeat(10_001) },
  ])('%#: a round that would fill the memory of whoever shows it', (large) => {
    write({ ...STATE, rounds: [{ ...ROUND, ...large }] });
    expect(read).toThrow(OptionError);
  });

  test('a link, and brackets without an end', () => {
    writeFileSync(join(folder, 'elsewhere.json'), JSON.stringify(STATE));
    symlinkSync('elsewhere.json', join(folder, 'watch.json'));
    expect(read).toThrow(
      'watch.json is not the state of a watch: watch.json is a link; choose another --out',
    );
    rmSync(join(folder, 'watch.json'));
    writeFileSync(join(folder, 'watch.json'), '['.repeat(300_000));
    expect(read).toThrow('nested deeper than 100 levels');
  });
});

test('the page allows no script, and its links stay in its folder', () => {
  const pageOf = pageKeeper({ target: 'http://x/"><script>', every: '10 min', perDay: 600 });
  const now = Date.parse(STATE.day);
  const page = pageOf(STATE, now).toString();
  expect(page).toContain(`content="default-src 'none'; style-src 'sha256-`);
  expect(page).toContain('href="./round-2026-11-26T10-00-00Z-1/index.html"');
  expect(page).not.toContain('<script');
  expect(pageOf(STATE, now + 1)).toBe(pageOf(STATE, now));
  expect(pageOf({ ...STATE, billedToday: 599 }, now).toString()).toContain('599 of at most 600');
  expect(pageOf(STATE, now + 86_400_000).toString()).toContain(' 0 of at most 600');
});

test('long texts of a state that another party wrote are shortened on the page', () => {
  const page = pageKeeper({ target: 'http://service.test', every: '10 min', perDay: 1 });
  const long = '&'.repeat(1_000_000);
  const rounds = [{ ...ROUND, statement: long, changes: [long, `stream/framing: ${long}`] }];
  expect(page({ ...STATE, rounds }, Date.now()).length).toBeLessThan(page(STATE, Date.now()).length + 50_000);
});
