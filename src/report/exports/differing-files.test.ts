import { appendFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { JOURNAL_FILE } from '../../record/journal.ts';
import {
  endLine,
  exchangeLine,
  facts,
  finding,
  recordFolder,
  result,
  runLine,
} from '../../testing/journal.ts';
import { jsonText } from '../../vocabulary/json-text.ts';
import { withFooter } from '../build.ts';
import { MANIFEST } from '../integrity/manifest.ts';
import { differingFiles } from './differing-files.ts';
import { writeReports } from './write.ts';

const LINES = [
  runLine([facts('stream/framing')], { repeat: 'npm start -- --base-url http://service.test' }),
  exchangeLine('e1'),
  result('stream/framing', 'fail', { findings: [finding()] }),
  endLine(1, 1),
];

it('every file that a folder has of its report is compared', async () => {
  await using folder = await recordFolder(LINES);
  const report = await writeReports(folder.path, { har: true });
  expect(await differingFiles(folder.path, report)).toEqual([]);
  const files = (await readdir(folder.path)).filter((name) => ![JOURNAL_FILE, MANIFEST].includes(name));
  expect(files).toHaveLength(7);
  for (const file of files) await appendFile(join(folder.path, file), ' ');
  expect((await differingFiles(folder.path, report)).sort()).toEqual(files.sort());
  for (const file of files) await rm(join(folder.path, file));
  expect(await differingFiles(folder.path, report)).toEqual([]);
});

it('a proof that the report alone claims is a difference', async () => {
  await using folder = await recordFolder(LINES);
  const { footer, ...rest } = await writeReports(folder.path);
  const proof = { checksDigest: rest.suite.checksDigest, faults: { caught: 99_999, known: 99_999 } };
  const forged = withFooter(footer.exchanges, { ...rest, proof });
  await writeFile(join(folder.path, 'report.json'), jsonText(forged));
  expect(await differingFiles(folder.path, forged)).toContain('report.json');
});
