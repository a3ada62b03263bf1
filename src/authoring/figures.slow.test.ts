import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readJournal } from '../record/read.ts';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { recordReferenceRun } from '../testing/reference-run.ts';

/** How far "at most" may be above the count: a figure that is far off says nothing. */
const SLACK = 2;

const readme = readFileSync(join(PACKAGE_ROOT, 'README.md'), 'utf8');

/** The numbers behind "at most" and "limit" in the row of a table of the README that begins so. */
function figuresOf(start: string): number[] {
  const row = readme.split('\n').find((line) => line.startsWith(`| ${start}`)) ?? '';
  return Array.from(row.matchAll(/(?:at most|limit) ([\d,]+)/g), ([, digits]) =>
    Number(digits!.replaceAll(',', '')),
  );
}

function expectAtMost(stated: number | undefined, counted: number): void {
  expect(stated).toBeGreaterThanOrEqual(counted);
  expect(stated).toBeLessThanOrEqual(counted * SLACK);
}

test('the README states how many wrong keys and invalid requests a standard run sends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chatspec-figures-'));
  const sent = { keys: 0, completions: 0, usage: 0 };
  try {
    await recordReferenceRun({ folder: join(folder, 'run'), args: ['--exclusive', '--settle', '1'] });
    for await (const line of readJournal(join(folder, 'run'))) {
      if (line.type !== 'exchange') continue;
      const status = line.response?.status;
      if (status === 401) sent.keys++;
      if (status === 400 || status === 422)
        sent[line.request.url.includes('/usage/') ? 'usage' : 'completions']++;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  expectAtMost(figuresOf('requests with a missing or wrong key')[0], sent.keys);
  expectAtMost(figuresOf('invalid completion requests')[0], sent.completions);
  expectAtMost(figuresOf('invalid usage requests')[0], sent.usage);
});
