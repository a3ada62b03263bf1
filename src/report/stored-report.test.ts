import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openReport } from './open.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chatspec-stored-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ['bytes', `"${'x'.repeat(9_000_000)}"`, /8388608/],
  ['values', `[${'1,'.repeat(300_001)}1]`, /more than 300000/],
  ['objects', `[${'{},'.repeat(50_001)}1]`, /more than 50000/],
])('a report of somebody else with too many %s is refused before it is parsed', async (_, text, problem) => {
  writeFileSync(join(folder, 'report.json'), text);
  await expect(openReport(folder, '/')).rejects.toThrow(problem);
});
