import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHECKS } from '../../../suites/index.ts';
import { writeReports } from '../../report/write.ts';
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
    [['judge', 'nowhere'], "nowhere is not a report's folder"],
    [['judge', '.'], '. holds no report.json'],
    [['render', '--fast', '.'], "Unknown option '--fast'"],
    [['verify', '.', '--key', 'no.pem'], '--key no.pem: there is no such file'],
    [['compare', '.'], 'usage: chatspec compare BEFORE AFTER'],
    [['matrix'], 'usage: chatspec matrix FOLDER'],
    [
      ['explain', 'stream/ends-with-don'],
      "there is no check 'stream/ends-with-don': did you mean stream/ends-with-done?",
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
