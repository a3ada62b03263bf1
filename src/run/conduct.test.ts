import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { recorded } from '../testing/interrupted-runs.ts';
import { recordReferenceRun } from '../testing/reference-run.ts';
import { JournalFailed } from '../vocabulary/journal-failed.ts';

const parent = mkdtempSync(join(tmpdir(), 'chatspec-conduct-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const folderWith = (name: string) => {
  const folder = mkdtempSync(join(parent, 'run-'));
  writeFileSync(join(folder, name), '');
  return folder;
};

test('a large body that cannot be written ends the run', async () => {
  const folder = folderWith('bodies');
  const service = { records: 8000 };
  const args = ['--only', 'usage/export-is-csv', '--only', '2.1'];
  const run = recordReferenceRun({ folder, args, service });
  await expect(run).rejects.toThrow(JournalFailed);
  await expect(run).rejects.toThrow(/^a body could not be written: /);
  const lines = recorded(folder);
  expect(lines.at(-1)?.type).not.toBe('end');
  // What was asked before is there.
  expect(lines.some(({ type }) => type === 'exchange')).toBe(true);
});

test('the record of another run is left alone', async () => {
  const folder = folderWith('journal.jsonl.zst');
  const run = recordReferenceRun({ folder });
  await expect(run).rejects.toThrow(/^the report folder could not be written: the folder already has a run$/);
  expect(readFileSync(join(folder, 'journal.jsonl.zst'), 'utf8')).toBe('');
});
