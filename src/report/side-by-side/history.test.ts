import { expect, it } from 'vitest';
import { endLine, exchangeLine, facts, finding, result, runLine } from '../../testing/journal.ts';
import type { Verdict } from '../../vocabulary/verdict.ts';
import { buildReport } from '../build.ts';
import { createPalette } from '../palette.ts';
import { cautionsOf } from './facts.ts';
import { historyPage, historyText, inOrder } from './history.ts';
import { checksBySection } from './matrix.ts';

/** A run on that day of January whose check `stream/a` ended so, with an answer that took so long. */
async function run(day: number, verdict: Verdict, ms: number, baseUrl = 'http://service.test') {
  const startedAt = Date.UTC(2026, 0, day, 12);
  const { settings } = runLine([]);
  async function* lines() {
    const all = [facts('stream/a'), facts('stream/b')];
    yield runLine(all, { startedAt, settings: { ...settings, baseUrl, prices: { input: 1, output: 2 } } });
    const line = exchangeLine('e1', { timing: { headersMs: 1, firstByteMs: 2, endMs: ms } });
    yield line;
    yield result('stream/a', verdict, { findings: verdict === 'fail' ? [finding()] : [] });
    yield result('stream/b', 'pass');
    yield endLine(1, 2);
  }
  return { name: `day${day}`, page: `day${day}/index.html`, report: await buildReport(lines, {}) };
}

it('runs stand in the order of their times, with what changed', async () => {
  const runs = inOrder([await run(3, 'fail', 90), await run(1, 'pass', 30), await run(2, 'warn', 60)]);
  expect(runs.map(({ page }) => page)).toEqual([1, 2, 3].map((day) => `day${day}/index.html`));
  expect(checksBySection(runs)[0]!.rows.map(({ cells }) => cells)).toEqual([
    ['pass', 'warn', 'fail'],
    ['pass', 'pass', 'pass'],
  ]);
  const page = historyPage(runs);
  expect(page).toContain('<code>stream/a</code>');
  expect(cautionsOf(runs.map(({ report }) => report))).toEqual([]);
});

it('long texts of an untrusted report are shortened on the page', async () => {
  const runs = await Promise.all([1, 2].map((day) => run(day, 'fail', 30)));
  const usual = historyPage(runs).length;
  const long = '&'.repeat(1_000_000);
  for (const { report } of runs)
    for (const check of report.checks) Object.assign(check, { title: long, message: long });
  expect(historyPage(runs).length).toBeLessThan(usual + 50_000);
});

it('the terminal has a line a run, and a mark a run for what changed', async () => {
  const text = historyText([await run(1, 'pass', 30), await run(2, 'fail', 60)], createPalette(false));
  expect(text).toMatch(/^2026-01-01 12:00 {2}conformant +0 +0 +0 /m);
  expect(text).toMatch(/^2026-01-02 12:00 {2}non-conformant +1 /m);
  expect(text).toContain('stream/a  ✓ ✗');
});

it('the page names each run, and says when the services differ', async () => {
  const page = historyPage([await run(1, 'pass', 30), await run(2, 'fail', 60, 'http://<other>.test')]);
  expect(page).toContain('The services differ');
  expect(page).toContain('<a href="day2/index.html#stream/a">');
  expect(page).not.toContain('<other>');
});
