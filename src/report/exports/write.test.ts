import { existsSync } from 'node:fs';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { render } from '../../cli/commands/render.ts';
import { main } from '../../cli/main.ts';
import { JOURNAL_FILE, PLAIN_JOURNAL_FILE } from '../../record/journal.ts';
import { packedRecord } from '../../testing/altered/packed-record.ts';
import { endLine, exchangeLine, facts, recordFolder, result, runLine } from '../../testing/journal.ts';
import { withFooter } from '../build.ts';
import { verifyFolder } from '../integrity/verify.ts';
import type { Report } from '../model.ts';
import { renderReports, seal, writeReports } from './write.ts';

const LINES = [
  runLine([facts('stream/framing'), facts('stream/ends-with-done')]),
  exchangeLine('e1'),
  result('stream/framing', 'pass'),
  result('stream/ends-with-done', 'pass'),
  endLine(1, 2),
];
const FILES = [
  'ctrf.json',
  'index.html',
  JOURNAL_FILE,
  'junit.xml',
  'manifest.json',
  'report.json',
  'results.sarif',
  'summary.md',
];

it('a report is a folder of files, and nothing half-written is left in it', async () => {
  await using folder = await recordFolder(LINES);
  await writeReports(folder.path);
  expect((await readdir(folder.path)).sort()).toEqual([...FILES].sort());
});

it('what cannot be seen, or turns a text around, is escaped in every file, wherever the record has it', async () => {
  const hidden = 'safe\u202eexe\u200b\u009b2J\u001b[31m';
  const check = result('stream/framing', 'fail', {
    message: hidden,
    findings: [{ expected: 'x', actual: hidden, place: hidden, exchanges: ['e1'] }],
    observations: [{ key: hidden, value: hidden, exchanges: ['e1'] }],
  });
  const run = runLine([facts('stream/framing', { title: hidden })], {
    suite: { name: hidden, version: hidden, checksDigest: hidden },
    spec: { title: hidden, digest: 's'.repeat(64) },
    environment: { node: hidden, platform: hidden, dependencies: { [hidden]: hidden } },
  });
  run.settings = { ...run.settings, baseUrl: `http://service.test/${hidden}`, model: hidden };
  const exchange = exchangeLine('e1', { label: hidden });
  exchange.response!.headers = [...exchange.response!.headers, ['server', hidden]];
  await using folder = await recordFolder([run, exchange, check, endLine(1, 1)]);
  await writeReports(folder.path, { har: true });
  for (const file of (await readdir(folder.path)).filter((name) => name !== JOURNAL_FILE)) {
    const text = await readFile(join(folder.path, file), 'utf8');
    expect(text.match(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu), file).toBeNull();
  }
  expect(await readFile(join(folder.path, 'report.json'), 'utf8')).toContain('safe\\u202eexe\\u200b');
  expect((await verifyFolder(folder.path)).problems).toEqual([]);
});

it('a record that no report can be made from is told in one line', async () => {
  const run = runLine([facts('stream/framing', { clauses: ['../x'] })]);
  await using folder = await recordFolder([run, exchangeLine('e1'), result('stream/framing', 'pass')]);
  let told = '';
  const out = { write: (text: string) => (told += text) };
  const code = await main(['render', '.'], { stdout: out, stderr: out, cwd: folder.path, env: {} });
  expect([code, told]).toEqual([2, expect.stringMatching(/^chatspec: cannot read the record in \.: .+\n$/)]);
});

it('writing it again gives the same bytes', async () => {
  await using folder = await recordFolder(LINES);
  await writeReports(folder.path);
  const before = await readFile(join(folder.path, 'manifest.json'), 'utf8');
  await writeReports(folder.path);
  expect(await readFile(join(folder.path, 'manifest.json'), 'utf8')).toBe(before);
});

it('a folder of version 0.1.0 is rendered again: its plain record, and a report without what came later', async () => {
  await using folder = await recordFolder(LINES);
  const { causes: _, clients: __, footer, ...rest } = await writeReports(folder.path);
  const old = withFooter(footer.exchanges, rest as Report);
  await writeFile(join(folder.path, 'report.json'), JSON.stringify(old));
  await writeFile(
    join(folder.path, PLAIN_JOURNAL_FILE),
    LINES.map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
  await rm(join(folder.path, JOURNAL_FILE));
  await seal(folder.path, old, undefined);
  const again = await renderReports(folder.path);
  expect([again.verdict, again.causes]).toEqual(['conformant', []]);
  expect((await verifyFolder(folder.path)).problems).toEqual([]);
});

it('the evidence as HAR is made when it is wanted, and kept up then', async () => {
  await using folder = await recordFolder(LINES);
  await writeReports(folder.path);
  const har = join(folder.path, 'evidence.har');
  expect(existsSync(har)).toBe(false);
  await renderReports(folder.path, { har: true });
  expect(JSON.parse(await readFile(har, 'utf8')).log.entries).toHaveLength(1);
  await writeFile(har, '{}');
  await renderReports(folder.path);
  expect(JSON.parse(await readFile(har, 'utf8')).log.entries).toHaveLength(1);
  expect((await verifyFolder(folder.path)).problems).toEqual([]);
});

it('a run that was killed in the middle of a line gives a report that says so', async () => {
  await using folder = await recordFolder(LINES);
  const path = join(folder.path, JOURNAL_FILE);
  await truncate(path, packedRecord(LINES.slice(0, 3)).length + 20);
  let text = '';
  const io = {
    stdout: { write: (t: string) => (text += t) },
    stderr: { write() {} },
    cwd: folder.path,
    env: {},
  };
  expect(await render(['.'], io)).toBe(3);
  expect(text).toContain('Inconclusive: none of 2 checks failed, 1 is inconclusive. 1 passed.');
  expect(text).toContain('The run ended early');
  expect((await verifyFolder(folder.path)).problems).toEqual([]);
});

it('no file that other programs print contains a command for their CI runners', async () => {
  const actual = 'x ##[error]y ##vso[task.complete]z';
  const check = result('stream/framing', 'fail', {
    message: actual,
    findings: [{ expected: 'x', actual, place: actual, exchanges: ['e1'] }],
  });
  await using folder = await recordFolder([
    runLine([facts('stream/framing')]),
    exchangeLine('e1'),
    check,
    endLine(1, 1),
  ]);
  await writeReports(folder.path);
  for (const file of ['ctrf.json', 'junit.xml', 'results.sarif', 'summary.md'])
    expect(await readFile(join(folder.path, file), 'utf8'), file).not.toMatch(/##\w*\[/);
});
