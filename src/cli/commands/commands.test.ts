import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAULTS, VARIANTS } from '../../../reference/src/deviations/index.ts';
import { CHECKS } from '../../../suites/index.ts';
import { writeReports } from '../../report/exports/write.ts';
import { endLine, exchangeLine, facts, recordFolder, result, runLine } from '../../testing/journal.ts';
import { main } from '../main.ts';

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'chatspec-commands-'));
});
afterAll(() => rm(cwd, { recursive: true }));

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const stdout = { write: (text: string) => (out += text) };
  const stderr = { write: (text: string) => (err += text) };
  const code = await main(args, { stdout, stderr, cwd, env: {} });
  return { code, out, err };
}

describe('what cannot be done is one line and exit code 2', () => {
  it.each([
    [['judge'], 'usage: chatspec judge FOLDER'],
    [['judge', 'nowhere'], 'nowhere is not a report folder'],
    [['judge', '.'], '. has no report.json'],
    [['render', '--fast', '.'], "Unknown option '--fast'"],
    [['verify', '.', '--key', 'no.pem'], '--key no.pem: the file does not exist'],
    [['compare', '.'], 'usage: chatspec compare BEFORE AFTER'],
    [['matrix'], 'usage: chatspec matrix FOLDER'],
    [
      ['explain', 'stream/ends-with-don'],
      "there is no check, fault or variant 'stream/ends-with-don': did you mean stream/ends-with-done?",
    ],
  ])('%j', async (args, text) => {
    const { code, out, err } = await run(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(text);
    expect(err.trimEnd()).not.toContain('\n');
  });
});

it('every check can be explained: what it asks, by which sentence, at which level', async () => {
  for (const check of CHECKS) {
    const { code, out } = await run('explain', check.id);
    expect(code).toBe(0);
    for (const part of [check.title, check.about, ...check.clauses]) expect(out).toContain(part);
  }
});

it('every fault and variant can be explained: what it does, and what finds it', async () => {
  for (const { id, title } of [...FAULTS.slice(0, 20), ...VARIANTS.slice(0, 5)])
    expect((await run('explain', id)).out).toContain(title);
  const { out } = await run('explain', 'stream/done-missing');
  expect(out).toContain(
    'These checks find the fault:\n  stream/ends-with-done  A stream ends with data: [DONE]',
  );
});

describe('faults', () => {
  it('is a table of areas that fits a screen, and with a filter one of faults', async () => {
    const areas = await run('faults');
    expect(areas.out.split('\n').length).toBeLessThan(24);
    expect(areas.out).toMatch(new RegExp(`^in all +${FAULTS.length} +${VARIANTS.length}$`, 'm'));
  });

  it.each([
    ['stream/done-missing', 1],
    ['stream/*', undefined],
    ['stream', undefined],
    ['7.2', undefined],
    ['[DONE]', undefined],
  ])('%s', async (filter, many) => {
    const { code, out } = await run('faults', filter);
    const rows = out.trimEnd().split('\n').slice(1);
    expect([code, rows.length > 0 && rows.length < FAULTS.length]).toEqual([0, true]);
    if (many !== undefined) expect(rows).toHaveLength(many);
  });
});

it('run is what comes without a command', async () => {
  const [plain, named] = [await run('--list'), await run('run', '--list')];
  expect(named).toEqual(plain);
  expect(named.out).toContain('stream/ends-with-done');
});

it('history takes one report, or a folder of reports', async () => {
  const lines = [
    runLine([facts('stream/framing')]),
    exchangeLine('e1'),
    result('stream/framing', 'pass'),
    endLine(1, 1),
  ];
  await using one = await recordFolder(lines);
  await writeReports(one.path);
  const alone = await run('history', one.path);
  expect([alone.code, alone.out]).toEqual([0, expect.stringContaining('Only one run: give more folders')]);
  await mkdir(join(cwd, 'reports'));
  for (const name of ['a', 'b']) await cp(one.path, join(cwd, 'reports', name), { recursive: true });
  const both = await run('history', 'reports');
  expect([both.code, both.out]).toEqual([0, expect.stringContaining('All runs have the same verdicts.')]);
});

it('compare and matrix work on folders', async () => {
  const catalogue = [facts('stream/framing')];
  const lines = [runLine(catalogue), exchangeLine('e1'), result('stream/framing', 'pass'), endLine(1, 1)];
  await using one = await recordFolder(lines);
  await writeReports(one.path);
  const compared = await run('compare', one.path, one.path, '--json');
  expect([compared.code, JSON.parse(compared.out).newFailures]).toEqual([0, []]);
  const { code, out } = await run('matrix', one.path, one.path, '--out', 'side.html');
  expect([code, out]).toEqual([0, `${join(cwd, 'side.html')}\n`]);
  expect(await readFile(join(cwd, 'side.html'), 'utf8')).toContain('stream/framing');
});
