import { readdir, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { render } from '../cli/commands/render.ts';
import { JOURNAL_FILE } from '../record/journal.ts';
import { endLine, exchangeLine, facts, recordFolder, result, runLine } from '../testing/journal.ts';
import { verifyFolder } from './verify.ts';
import { writeReports } from './write.ts';

const LINES = [
  runLine([facts('stream/framing'), facts('stream/ends-with-done')]),
  exchangeLine('e1'),
  result('stream/framing', 'pass'),
  result('stream/ends-with-done', 'pass'),
  endLine(1, 2),
];
const FILES = [
  'ctrf.json',
  'evidence.har',
  'index.html',
  JOURNAL_FILE,
  'junit.xml',
  'manifest.json',
  'report.json',
  'summary.md',
];

it('a report is a folder of files, and nothing half-written is left in it', async () => {
  await using folder = await recordFolder(LINES);
  await writeReports(folder.path);
  expect((await readdir(folder.path)).sort()).toEqual([...FILES].sort());
});

it('writing it again gives the same bytes', async () => {
  await using folder = await recordFolder(LINES);
  await writeReports(folder.path);
  const before = await readFile(join(folder.path, 'manifest.json'), 'utf8');
  await writeReports(folder.path);
  expect(await readFile(join(folder.path, 'manifest.json'), 'utf8')).toBe(before);
});

it('a run that was killed in the middle of a line gives a report that says so', async () => {
  await using folder = await recordFolder(LINES);
  const path = join(folder.path, JOURNAL_FILE);
  const content = await readFile(path);
  const lines = content.toString().split('\n');
  await truncate(path, lines.slice(0, 3).join('\n').length + 1 + 20);
  let text = '';
  const io = {
    stdout: { write: (t: string) => (text += t) },
    stderr: { write() {} },
    cwd: folder.path,
    env: {},
  };
  expect(await render(['.'], io)).toBe(3);
  expect(text).toContain('inconclusive  1 passed, 0 failed, 1 inconclusive of 2');
  expect(text).toContain('the run did not come to its own end');
  expect((await verifyFolder(folder.path)).problems).toEqual([]);
});
