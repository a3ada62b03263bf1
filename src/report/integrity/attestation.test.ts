import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endLine, exchangeLine, facts, recordFolder, result, runLine } from '../../testing/journal.ts';
import { writeReports } from '../exports/write.ts';
import { parseReport } from '../stored-report.ts';
import { checkSignature, signReport } from './attestation.ts';

const { privateKey } = generateKeyPairSync('ed25519');

test.each([
  ['the whole contract', [], 'pass', 'PASSED'],
  ['the whole contract with a warning', [], 'warn', 'WARNED'],
  ['a selection', ['stream/framing'], 'pass', 'FAILED'],
  ['a selection with a warning', ['stream/framing'], 'warn', 'FAILED'],
] as const)('the signed result of %s', async (_, only, verdict, word) => {
  const ids = ['stream/framing'];
  const selection = { only: [...only], skip: [], selected: ids };
  const run = runLine([facts('stream/framing')], { selection });
  const lines = [run, exchangeLine('e1'), result('stream/framing', verdict), endLine(1, 1)];
  await using folder = await recordFolder(lines);
  await writeReports(folder.path, { sealing: { signKey: privateKey, claims: {} } });
  const envelope = JSON.parse(await readFile(join(folder.path, 'attestation.dsse.json'), 'utf8'));
  const { predicate } = JSON.parse(Buffer.from(envelope.payload, 'base64').toString());
  const [passedTests, warnedTests] = verdict === 'pass' ? [ids, []] : [[], ids];
  expect(predicate).toMatchObject({ result: word, passedTests, warnedTests, failedTests: [] });
});

test('a signature that states other results than the report is invalid', async () => {
  const run = runLine([facts('stream/framing')]);
  const lines = [run, exchangeLine('e1'), result('stream/framing', 'pass'), endLine(1, 1)];
  await using folder = await recordFolder(lines);
  await writeReports(folder.path);
  const read = (name: string) => readFile(join(folder.path, name), 'utf8');
  const manifest = await read('manifest.json');
  const report = parseReport(await read('report.json'));
  const checks = report.checks.map((check) => ({ ...check, verdict: 'warn' as const }));
  for (const [stated, problems] of [
    [report, []],
    [{ ...report, checks }, ['it states other results than report.json']],
  ] as const) {
    const envelope = await signReport(folder.path, stated, manifest, privateKey);
    const checked = await checkSignature(envelope, folder.path, manifest, createPublicKey(privateKey));
    expect(checked.problems).toEqual(problems);
  }
});
