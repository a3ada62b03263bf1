import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeReports } from '../report/exports/write.ts';
import { type AlteredFolder, RECORD_CHANGED } from '../testing/altered/alter.ts';
import { ALTERED_FOLDERS } from '../testing/altered-folders.ts';
import { type Ended, startCommand } from '../testing/command.ts';
import { drawnTenth } from '../testing/hostile/drawn-tenth.ts';
import { recordReferenceRun } from '../testing/reference-run.ts';

/**
 * Altered and crafted folders, and the commands that read folders: each is reported in a line, with its exit code,
 * with little time and memory, and no altered folder is reported as reproduced. With HOSTILE_TENTH, a tenth of them,
 * which that text draws.
 */

const { HOSTILE_TENTH } = process.env;
const ROWS = ALTERED_FOLDERS.map((row, i) => ({ ...row, id: row.title, i }));
const CHOSEN = HOSTILE_TENTH === undefined ? ROWS : drawnTenth(ROWS, HOSTILE_TENTH);

const MEGABYTES = 600;
/** Of a processor: what else the machine does says nothing of a folder. What waits for ever is ended by force. */
const SECONDS = 5;

const home = mkdtempSync(join(tmpdir(), 'chatspec-altered-'));
const whole = join(home, 'whole');
const measured: string[] = [];

beforeAll(async () => {
  await recordReferenceRun({
    folder: whole,
    deviations: ['stream/done-missing'],
    args: ['--only', 'stream', '--only', 'usage/export-is-csv'],
    service: { records: 12_000 },
  });
  await writeReports(whole);
  const { exit, stdout } = await read('judge', whole);
  expect([exit, stdout]).toEqual([0, expect.stringMatching(/^✓ \d+ of \d+ verdicts are reproduced$/m)]);
}, 120_000);

afterAll(() => {
  process.stdout.write(`${measured.join('\n')}\n`);
  rmSync(home, { recursive: true, force: true });
});

const read = (command: string, ...args: string[]): Promise<Ended> =>
  startCommand([command, ...args], { cwd: home }).ended;

async function altered({ alter }: AlteredFolder, i: number): Promise<string> {
  const folder = join(home, `f${i}`);
  cpSync(whole, folder, { recursive: true });
  await alter(folder);
  return folder;
}

describe.each(CHOSEN)('$title', ({ i, ...row }) => {
  test('is told by every command, soon, in little memory', async () => {
    const folder = await altered(row, i);
    const [judge, verify] = [await read('judge', folder), await read('verify', folder)];
    const others = [
      await read('compare', whole, folder),
      await read('matrix', folder, '--out', 'm.html'),
      await read('render', folder),
    ];
    const said = ({ stdout, stderr }: Ended) => stdout + stderr;
    expect([judge.exit, said(judge)]).toEqual([row.judge[0], expect.stringMatching(row.judge[1])]);
    expect(said(judge)).not.toMatch(/✓/);
    const [exit, says] = row.verify ?? RECORD_CHANGED;
    expect([verify.exit, said(verify)]).toEqual([exit, expect.stringMatching(says)]);
    for (const ended of [judge, verify, ...others]) {
      expect(said(ended)).not.toMatch(/it broke|^\s+at /m);
      expect(ended.stderr.trimEnd()).not.toContain('\n');
      expect([0, 1, 2, 3]).toContain(ended.exit);
      expect(ended.busySeconds).toBeLessThan(SECONDS);
      expect(ended.megabytes).toBeLessThan(MEGABYTES);
    }
    const figures = [judge, verify, ...others].map(
      (e) => `${e.exit} ${e.busySeconds.toFixed(1)}s ${e.megabytes.toFixed(0)}MB`,
    );
    measured.push(`${row.title}: judge ${figures.join(', ')} (judge, verify, compare, matrix, render)`);
    rmSync(folder, { recursive: true, force: true });
  }, 180_000);
});
