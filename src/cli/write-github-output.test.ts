import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildReport } from '../report/build.ts';
import { endLine, exchangeLine, facts, recordFolder, result, runLine } from '../testing/journal.ts';
import { writeGitHubOutput } from './write-github-output.ts';

test.each([
  ['the whole contract', [], 'conformant'],
  ['a selection', ['stream/framing'], 'held'],
])('the verdict that a step gives to others after a run of %s', async (_, only, verdict) => {
  const selection = { only, skip: [], selected: ['stream/framing'] };
  const run = runLine([facts('stream/framing')], { selection });
  const lines = [run, exchangeLine('e1'), result('stream/framing', 'pass'), endLine(1, 1)];
  async function* read() {
    yield* lines;
  }
  await using folder = await recordFolder(lines);
  const file = join(folder.path, 'outputs');
  const silent = { write() {} };
  const io = { stdout: silent, stderr: silent, cwd: folder.path, env: { GITHUB_OUTPUT: file } };
  writeGitHubOutput(await buildReport(read, {}), 'report', io);
  expect(await readFile(file, 'utf8')).toMatch(new RegExp(`^verdict<<(.+)\n${verdict}\n\\1\n`));
});
