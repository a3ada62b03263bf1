import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../cli/main.ts';
import { parseKnown } from '../known/known-file.ts';
import { recordReferenceRun } from '../testing/reference-run.ts';
import { exitCodeOf } from './exit-code.ts';
import { renderJUnit } from './exports/junit.ts';
import { writeReports } from './exports/write.ts';
import { fingerprint } from './fingerprint.ts';
import { markKnown } from './mark-known.ts';
import type { Report } from './model.ts';
import { runStatement } from './statement.ts';
import { renderTerminal } from './terminal.ts';

let cwd: string;
const FILE = 'chatspec.known.json';
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'chatspec-known-'));
});
afterAll(() => rm(cwd, { recursive: true }));

let runs = 0;
async function judged(deviations: string[], seed: number): Promise<{ folder: string; report: Report }> {
  const folder = join(cwd, `run-${++runs}`);
  await mkdir(folder);
  const known = existsSync(join(cwd, FILE)) ? ['--known', join(cwd, FILE)] : [];
  const args = ['--profile', 'smoke', '--only', 'completion/*', '--seed', String(seed), ...known];
  await recordReferenceRun({ folder, deviations, args });
  return { folder, report: await writeReports(folder) };
}

async function accept(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const stdout = { write: (text: string) => (out += text) };
  const stderr = { write: (text: string) => (err += text) };
  const code = await main(['accept', ...args], { stdout, stderr, cwd, env: { USER: 'me' } });
  return { code, out, err };
}

const findings = (report: Report) =>
  report.checks.flatMap((check) =>
    check.verdict === 'fail'
      ? check.findings.filter((f) => f.severity === 'fail').map((f) => ({ ...f, check: check.id }))
      : [],
  );

const TWO_FAULTS = ['completion/created-string', 'completion/id-missing'];
const TERMS = ['--reason', 'known since spring', '--until', '2999-12-31', '--any-target'];

describe('a finding that is accepted', () => {
  it('no longer decides the exit code, while another of the same check does, with another seed', async () => {
    const before = await judged(TWO_FAULTS, 1);
    expect(exitCodeOf(before.report)).toBe(1);
    const failed = findings(before.report);
    const [check] = failed.map((f) => f.check);
    const names = failed.filter((f) => f.check === check).map((f) => f.fingerprint!);
    expect(new Set(names).size).toBe(2);

    // The check alone does not say which of the two is meant.
    expect((await accept(before.folder, check!, ...TERMS)).err).toContain('accept each by its fingerprint');
    expect(existsSync(join(cwd, FILE))).toBe(false);

    for (const finding of failed.filter((f) => f.fingerprint !== names[0])) {
      expect((await accept(before.folder, finding.fingerprint!, ...TERMS)).code).toBe(0);
    }
    const one = await judged(TWO_FAULTS, 2);
    expect(exitCodeOf(one.report)).toBe(1);
    expect(one.report.verdict).toBe('non-conformant');

    expect((await accept(before.folder, names[0]!, ...TERMS)).code).toBe(0);
    const both = await judged(TWO_FAULTS, 3);
    expect(both.report.verdict).toBe('non-conformant');
    expect(runStatement(both.report)).toBe(`non-conformant, ${failed.length} accepted`);
    expect(exitCodeOf(both.report)).toBe(0);
    const shown = renderTerminal(both.report, { colours: false, amount: 'verbose' });
    expect(shown).toContain('No new failure: ');
    expect(shown).toContain(`until 2999-12-31 by ${userInfo().username}: known since spring`);
    expect(renderJUnit(both.report)).toContain('accepted until 2999-12-31 by');
    expect(renderJUnit(both.report)).not.toContain('<failure');
  });

  it('says so when it no longer happens, and fails the run when that is asked', async () => {
    const { report } = await judged([TWO_FAULTS[0]!], 4);
    const gone = report.known!.filter(({ state }) => state === 'gone');
    expect(gone.length).toBeGreaterThan(0);
    expect(exitCodeOf(report)).toBe(0);
    expect(renderTerminal(report, { colours: false })).toContain('accepted, and no longer occurs');
    const strict = { ...report, strictness: { ...report.strictness, strictKnown: true } };
    expect(exitCodeOf(strict)).toBe(1);
  });

  it('decides again when its day is over', async () => {
    const text = readFileSync(join(cwd, FILE), 'utf8').replaceAll('2999-12-31', '2020-01-01');
    await writeFile(join(cwd, FILE), text);
    const { report } = await judged(TWO_FAULTS, 5);
    expect(exitCodeOf(report)).toBe(1);
    expect(report.known?.map(({ state }) => state)).toContain('expired');
    expect(renderTerminal(report, { colours: false })).toContain('accepted only until 2020-01-01');
  });
});

describe('what cannot be accepted is one line', () => {
  it.each([
    [['nowhere', 'x', ...TERMS], 'nowhere'],
    [['.', 'x', '--until', '2999-12-31'], 'give --reason TEXT (why you accept the finding)\n'],
    [['.', 'x', '--reason', 'y', '--until', '2026-02-30'], 'give --until YYYY-MM-DD'],
    [['.', 'x'], 'give --reason TEXT (why you accept the finding) and --until YYYY-MM-DD'],
  ])('%j', async (args, message) => {
    const { code, out, err } = await accept(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });

  it.each([
    ['{', 'is not JSON'],
    ['{}', "must have required property 'accepted'"],
    ['{"accepted":[{"check":"a/b"}]}', "must have required property 'fingerprint'"],
    [
      '{"accepted":[{"check":"a/b","fingerprint":"0123456789ab","reason":"r","owner":"o","until":"2026-02-30"}]}',
      'must match format "date"',
    ],
  ])('a file of %s', (text, message) => {
    expect(() => parseKnown(Buffer.from(text), 'f.json')).toThrow(message);
  });
});

describe('a fingerprint', () => {
  const base = {
    clause: '2.7',
    expected: 'an integer',
    actual: 'a string, “2026”',
    place: 'body /choices/0/index',
  };
  it.each([
    ['another element', { place: 'body /choices/1/index' }],
    ['another text', { actual: 'a string, “yesterday”' }],
  ])('is the same for %s', (_what, change) => {
    expect(fingerprint('a/b', { ...base, ...change })).toBe(fingerprint('a/b', base));
  });
  it.each([
    ['another member', { place: 'body /choices/0/message' }],
    ['another kind', { actual: 'an array' }],
    ['another clause', { clause: '2.2' }],
  ])('differs for %s', (_what, change) => {
    expect(fingerprint('a/b', { ...base, ...change })).not.toBe(fingerprint('a/b', base));
  });
  it('keeps statuses and forgets other numbers', () => {
    const of = (actual: string) => fingerprint('a/b', { ...base, actual });
    expect(of('status 500')).not.toBe(of('status 200'));
    expect(of('12 records of 340000')).toBe(of('7 records of 9'));
  });
});

it('an accepted finding of another target is not ours', () => {
  const finding = {
    severity: 'fail' as const,
    clause: '6',
    expected: 'x',
    actual: 'y',
    place: 'z',
    exchanges: ['e1'] as string[],
    harm: 'form' as const,
  };
  const check = {
    id: 'stream/ends-with-done',
    verdict: 'fail',
    findings: [finding],
  } as unknown as Report['checks'][number];
  const entry = {
    check: check.id,
    fingerprint: fingerprint(check.id, finding),
    target: 'http://a',
    reason: 'r',
    owner: 'o',
    until: '2999-01-01',
  };
  const ours = markKnown([check], [entry], 'http://a', Date.now());
  expect([ours.checks[0]?.findings[0]?.accepted?.owner, ours.known[0]?.state]).toEqual(['o', 'accepted']);
  const theirs = markKnown([check], [entry], 'http://b', Date.now());
  expect([theirs.checks[0]?.findings[0]?.accepted, theirs.known[0]?.state]).toEqual([undefined, 'unseen']);
});
