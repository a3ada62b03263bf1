import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../../testing/browser.ts';
import { axeFindings, HOSTILE, type PageOnDisk, pageOnDisk } from '../../testing/opened-page.ts';
import { openReport } from '../open.ts';
import { compared, comparisonPage } from '../side-by-side/comparison.ts';
import { historyPage } from '../side-by-side/history.ts';
import { matrixPage } from '../side-by-side/matrix.ts';

const executable = findBrowser();

describe.skipIf(executable === undefined)('pages of several runs', () => {
  let disk: PageOnDisk;
  const open = (file: string, options: BrowserContextOptions) => disk.open('', options, file);

  beforeAll(async () => {
    disk = await pageOnDisk(executable!);
  });
  afterAll(() => disk?.close());

  it('a comparison and a history are as readable, and fit a phone', async () => {
    const { report } = await openReport(disk.folder.path, '/');
    const [first, ...others] = report.checks;
    const later = {
      ...report,
      checks: [{ ...first!, verdict: 'warn' as const, message: HOSTILE }, ...others],
    };
    const [then, now] = [report, later].map((r) => ({ name: HOSTILE, page: 'index.html', report: r }));
    await writeFile(join(disk.folder.path, 'compared.html'), comparisonPage(compared(then!, now!)));
    await writeFile(join(disk.folder.path, 'history.html'), historyPage([then!, now!]));
    for (const name of ['compared.html', 'history.html']) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page, trouble } = await open(name, { colorScheme, viewport: { width: 400, height: 800 } });
        expect(await axeFindings(page)).toEqual([]);
        const [wanted, given] = (await page.evaluate(
          '[document.documentElement.scrollWidth, innerWidth]',
        )) as number[];
        expect(wanted).toBeLessThanOrEqual(given!);
        expect(trouble).toEqual([]);
        await page.close();
      }
    }
  });

  it('several runs side by side are as readable', async () => {
    const { report } = await openReport(disk.folder.path, '/');
    const column = { name: HOSTILE, report, page: 'index.html' };
    const [first, ...others] = report.checks;
    const other = {
      ...column,
      report: { ...report, checks: [{ ...first!, verdict: 'warn' as const }, ...others] },
    };
    await writeFile(join(disk.folder.path, 'side.html'), matrixPage([column, other]));
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, trouble } = await open('side.html', { colorScheme });
      expect(await axeFindings(page)).toEqual([]);
      const rows = page.locator('.matrix tbody tr:visible');
      expect(await rows.count()).toBe(2);
      await page.getByLabel('Differences only').uncheck();
      expect(await rows.count()).toBeGreaterThan(report.checks.length);
      await page.getByRole('link', { name: 'failed' }).first().click();
      await expect.poll(() => page.url()).toContain('index.html#stream/ends-with-done');
      expect(trouble).toEqual([]);
    }
  });
});
