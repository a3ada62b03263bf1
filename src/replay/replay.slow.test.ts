import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replies } from '../../reference/src/change/answers.ts';
import { VARIANTS } from '../../reference/src/deviations/index.ts';
import { withHeader } from '../../reference/src/message.ts';
import { CHECKS } from '../../suites/index.ts';
import { judge } from '../cli/commands/judge.ts';
import { JOURNAL_FILE } from '../record/journal.ts';
import { withFooter } from '../report/build.ts';
import { seal, writeReports } from '../report/exports/write.ts';
import type { Report } from '../report/model.ts';
import { packedRecord, unpackedRecord } from '../testing/altered/packed-record.ts';
import { keyTraces } from '../testing/key-traces.ts';
import { recordReferenceRun } from '../testing/reference-run.ts';
import type { RecordLine } from '../vocabulary/record.ts';
import { judgeFolder } from './judge-folder.ts';

async function newFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'chatspec-judge-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Faults of different parts of the contract. */
const FAULTS = [
  'stream/done-missing',
  'stream/keep-alive-as-data',
  'completion/usage-total-tokens-one-more',
  'completion/id-constant',
  'completion/cut',
  'format/json-object-fenced',
  'tool/named-choice-ignored',
  'auth/bare-key-accepted',
  'usage/summary-loses-one',
  'reasoning/other-name',
];
// Limits, troubles and lags cost time on a clock that does not jump.
const QUICK = VARIANTS.filter(({ id }) => !/^(service|usage\/lags-)/.test(id));
const SOME_FREEDOMS = QUICK.filter((_, i) => i % Math.ceil(QUICK.length / 10) === 0).map((f) => f.id);

/** Deviations share a run: they need not fit together for its verdicts to follow from its evidence. */
const SHARING = 5;
const groups = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / SHARING) }, (_, i) =>
    ids.slice(SHARING * i, SHARING * (i + 1)),
  );

describe('every verdict follows from the evidence', () => {
  it.each(
    [[], ...groups(FAULTS), ...groups(SOME_FREEDOMS)].map((d) => ({
      deviations: d,
      title: d.join(' and ') || 'no deviation',
    })),
  )('$title', async ({ deviations }) => {
    await using folder = await newFolder();
    const path = join(folder.path, 'run');
    await recordReferenceRun({ folder: path, deviations });
    const report = await writeReports(path);
    const judgement = await judgeFolder(path, report, CHECKS);
    expect(judgement.differences).toEqual([]);
    expect(judgement.judged).toBe(report.counts.total - report.counts.skipped);
  });
});

it('which requests were not repeated follows from the record', async () => {
  await using folder = await newFolder();
  const path = join(folder.path, 'run');
  const untrue = replies(
    (_, { endpoint, serial }) => endpoint === 'completions' && serial % 3 === 0,
    (reply) => withHeader(reply, 'Content-Encoding', 'gzip'),
  );
  await recordReferenceRun({ folder: path, changes: [untrue], args: ['--scope', 'chat'] });
  const report = await writeReports(path);
  expect(report.checks.some(({ message }) => /coding of the body/.test(message))).toBe(true);
  expect((await judgeFolder(path, report, CHECKS)).differences).toEqual([]);
});

it('a report whose verdict was edited is caught, even with a new footer and manifest', async () => {
  await using folder = await newFolder();
  const path = join(folder.path, 'run');
  await recordReferenceRun({ folder: path, deviations: ['stream/done-missing'], args: ['--only', 'stream'] });
  const { footer: _, ...rest } = await writeReports(path);
  const checks = rest.checks.map((c) => (c.verdict === 'fail' ? { ...c, verdict: 'pass' as const } : c));
  const forged: Report = withFooter(rest.cost.requests, { ...rest, verdict: 'conformant', checks });
  await writeFile(join(path, 'report.json'), `${JSON.stringify(forged, null, 2)}\n`);
  await seal(path, forged, undefined);
  let text = '';
  const io = { stdout: { write: (t: string) => (text += t) }, stderr: { write() {} }, cwd: path, env: {} };
  expect(await judge(['.'], io)).toBe(1);
  expect(text).toMatch(/^✗ stream\/ends-with-done: pass → fail: /m);
});

it('a result that was rewritten as interrupted is judged again in a run that came to its end', async () => {
  await using folder = await newFolder();
  const path = join(folder.path, 'run');
  await recordReferenceRun({ folder: path, deviations: ['stream/done-missing'], args: ['--only', 'stream'] });
  const lines = unpackedRecord(await readFile(join(path, JOURNAL_FILE)))
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as RecordLine)
    .map((line) =>
      line.type === 'check' && line.verdict === 'fail'
        ? { ...line, verdict: 'inconclusive' as const, message: 'the run was interrupted', findings: [] }
        : line,
    );
  await writeFile(join(path, JOURNAL_FILE), packedRecord(lines));
  const judgement = await judgeFolder(path, await writeReports(path), CHECKS);
  expect(judgement.interrupted).toEqual([]);
  expect(judgement.differences).toContainEqual(
    expect.objectContaining({ id: 'stream/ends-with-done', reported: 'inconclusive', judged: 'fail' }),
  );
});

it('an interrupted run is judged as far as it came', async () => {
  await using folder = await newFolder();
  const path = join(folder.path, 'run');
  const interruption = new AbortController();
  setTimeout(() => interruption.abort(), 150);
  await recordReferenceRun({ folder: path, signal: interruption.signal });
  const report = await writeReports(path);
  const judgement = await judgeFolder(path, report, CHECKS);
  expect(judgement.differences).toEqual([]);
  expect(judgement.judged + judgement.interrupted.length).toBe(report.counts.total - report.counts.skipped);
});

it('no file of a report holds a key in any usual form', async () => {
  await using folder = await newFolder();
  const path = join(folder.path, 'run');
  const deviations = ['auth/key-in-errors', 'auth/key-in-header', 'auth/key-in-usage'];
  const keys = await recordReferenceRun({ folder: path, deviations });
  const report = await writeReports(path);
  expect(report.checks.filter((c) => c.area === 'auth' && c.verdict === 'warn').length).toBeGreaterThan(0);
  expect(await keyTraces(path, {}, keys)).toEqual([]);
});
