import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeReports } from '../report/exports/write.ts';
import { recordReferenceRun } from '../testing/reference-run.ts';
import { prepareFolder } from './folder.ts';

test('files of a run are for its owner alone, and so are its folders', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'chatspec-modes-'));
  try {
    const folder = prepareFolder(join(parent, 'a', 'b'), 'name', parent).path;
    await recordReferenceRun({ folder, args: ['--only', 'path/stats'] });
    await writeReports(folder);
    const mode = (path: string) => statSync(path).mode & 0o777;
    const entries = readdirSync(join(parent, 'a'), { recursive: true, withFileTypes: true });
    expect(entries.length).toBeGreaterThan(6);
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      expect([path, mode(path)]).toEqual([path, entry.isDirectory() ? 0o700 : 0o600]);
    }
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
});
