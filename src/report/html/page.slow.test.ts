import { statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, startBrowser } from '../../testing/browser.ts';
import { CATALOGUE, HOSTILE, LINES } from '../../testing/hostile-record.ts';
import { endLine, exchangeLine, recordFolder } from '../../testing/journal.ts';
import { compared, comparisonPage } from '../comparison/render.ts';
import { historyOf } from '../history/history.ts';
import { historyPage } from '../history/render.ts';
import { renderMatrix } from '../matrix.ts';
import { openReport } from '../open.ts';
import { writeReports } from '../write.ts';

/** What axe-core finds wrong in the page as it is, serious or not. */
async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
  return violations.map((v) => `${v.id}: ${v.nodes[0]?.html} ${v.nodes[0]?.failureSummary}`);
}

const executable = findBrowser();

describe.skipIf(executable === undefined)('the page in a browser, opened from disk', () => {
  let browser: Browser;
  let folder: Awaited<ReturnType<typeof recordFolder>>;
  let address: string;

  beforeAll(async () => {
    browser = await startBrowser(executable!);
    folder = await recordFolder(LINES);
    await writeReports(folder.path);
    address = pathToFileURL(join(folder.path, 'index.html')).href;
  });
  afterAll(async () => {
    await browser?.close();
    await folder?.[Symbol.asyncDispose]();
  });

  /** Opens the page; what it complains about, or asks the network for, is collected. */
  async function open(
    hash = '',
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; trouble: string[] }> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const trouble: string[] = [];
    page.on('console', (message) => trouble.push(message.text()));
    page.on('pageerror', (error) => trouble.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith('file:') && !request.url().startsWith('data:'))
        trouble.push(request.url());
    });
    await page.goto(address + hash);
    return { page, trouble };
  }

  /** Opens all that is folded, and waits for the evidence in it. */
  async function unfold(page: Page): Promise<void> {
    await page.evaluate("for (const d of document.querySelectorAll('details')) d.open = true");
    await expect.poll(() => page.locator('#request-list .body').count()).toBe(6);
    await page.evaluate("for (const d of document.querySelectorAll('details')) d.open = true");
    await expect.poll(() => page.locator('.exchange > .inside:empty').count()).toBe(0);
  }

  const shown = (page: Page) => page.locator('details.check:not([hidden])').count();

  it('says the verdict first, complains about nothing and asks nobody', async () => {
    const { page, trouble } = await open();
    expect(await page.locator('h1').textContent()).toBe('non-conformant');
    expect(await page.locator('.counts').textContent()).toBe(
      '2 passed, 1 failed, 1 warned, 1 inconclusive, 1 observed of 6',
    );
    expect(trouble).toEqual([]);
  });

  it('filters by verdict, section, level and words, and shows all again', async () => {
    const { page } = await open();
    expect(await shown(page)).toBe(6);
    await page.locator('input[name=verdict][value=pass]').uncheck();
    expect(await shown(page)).toBe(4);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.locator('#section').selectOption('6');
    await expect.poll(() => shown(page)).toBe(2);
    await page.locator('#search').fill('done ends');
    expect(await shown(page)).toBe(1);
    expect(await page.locator('#showing').textContent()).toBe('1 of 6 checks');
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.locator('#level').selectOption('open');
    await expect.poll(() => shown(page)).toBe(1);
  });

  it('keeps filters and the open card in the address', async () => {
    const { page } = await open('#stream/framing?verdict=pass,fail&search=framing');
    await expect.poll(() => page.locator('[id="stream/framing"]').getAttribute('open')).toBe('');
    expect(await shown(page)).toBe(1);
    await page.locator('#search').fill('');
    await expect.poll(() => page.url()).toMatch(/#stream\/framing\?verdict=fail%2Cpass$/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await expect.poll(() => page.url()).toContain('#stream/ends-with-done?verdict=');
  });

  it('searches in requests and answers', async () => {
    const { page, trouble } = await open();
    await page.keyboard.press('/');
    await page.keyboard.type('"delta":{"content":"hi"}');
    await expect
      .poll(() => page.locator('#found summary').first().textContent())
      .toBe('in 1 of all requests and answers');
    await page.locator('#found summary').first().click();
    await page.locator('#found .exchange > summary').click();
    await expect.poll(() => page.locator('#found .body').count()).toBe(2);
    expect(trouble).toEqual([]);
  });

  it('an address leads to a check, though a filter hid it, and to an exchange', async () => {
    const { page } = await open('#request/n-below-minimum');
    const check = page.locator('[id="request/n-below-minimum"]');
    await expect.poll(() => check.getAttribute('open')).toBe('');
    await page.locator('input[name=verdict][value=pass]').uncheck();
    await page.evaluate("location.hash = '#stream/framing'");
    await expect.poll(() => page.locator('[id="stream/framing"]').isVisible()).toBe(true);
    await page.evaluate("location.hash = '#e3'");
    await expect
      .poll(() => page.locator('#request-list [data-exchange=e3] .body').last().textContent())
      .toContain('ff 00 fe');
  });

  it('shows streams line by line with ends and times, marks the offending place, and draws the events', async () => {
    const { page } = await open('#stream/ends-with-done');
    const failure = page.locator('[id="stream/ends-with-done"] [data-exchange=e1]');
    await expect.poll(() => failure.locator('.body').count()).toBe(2);
    const lines = failure.locator('.body').last().locator('.line');
    expect(await lines.allTextContents()).toEqual([
      '12 msdata: {"id":"c1","choices":[{"index":0,"delta":{"content":"hi"}}]}\\n',
      '12 ms\\n',
      '30 msdata: [DONE]\\n',
      '30 ms\\n',
    ]);
    expect(await failure.locator('mark').textContent()).toBe('data: [DONE]');
    expect(await failure.locator('figcaption').textContent()).toBe(
      '2 events in 40 ms, the first after 12 ms; longest gap 18 ms, before event 2',
    );
    await failure.getByLabel('hex').check();
    expect(await failure.locator('mark').textContent()).toMatch(/^000040 .*ta: \[DONE\]/);
  });

  it('shows JSON as it was written, indented, the pointer marked, and a hostile body as text', async () => {
    const { page, trouble } = await open('#completion/index');
    const place = page.locator('[id="completion/index"] [data-exchange=e2]').first();
    await expect.poll(() => place.locator('mark').textContent()).toContain('"index": 5');
    const body = (await place.locator('.body').last().textContent())!;
    expect(body).toContain('"n": 1.0');
    expect(body).toContain('</script><script>document.title=');
    expect(body).toContain('<img src=x onerror=');
    const missing = page.locator('[id="completion/index"] [data-exchange=e2]').last();
    await missing.locator('summary').first().click();
    await expect.poll(() => missing.locator('mark').allTextContents()).toEqual(['    {', '    }']);
    // In a JSON text they are escapes already; in a header they are spelt out by the page.
    expect(await place.locator('.headers').last().textContent()).toContain('\\u{1b}[31m\\u{202e}\\u{0}');
    expect(await page.title()).toBe('non-conformant: http://service.test');
    expect(await page.locator('img').count()).toBe(0);
    expect(trouble).toEqual([]);
  });

  it('the first failure stands on the first screen, and one click or key leads to its violating byte', async () => {
    const inSight =
      '[...document.querySelectorAll("mark")].some((m) => { const r = m.getBoundingClientRect(); return m.contains(document.elementFromPoint(r.left + 2, r.top + r.height / 2)); })';
    for (const go of [
      (page: Page) => page.locator('#worst a.title').first().click(),
      (page: Page) => page.keyboard.press('j'),
    ]) {
      const { page } = await open('', { viewport: { width: 1400, height: 900 } });
      const failure = (await page.locator('#worst a.title').first().boundingBox())!;
      expect(failure.y + failure.height).toBeLessThan(900);
      expect((await page.locator('.tile').last().boundingBox())!.y).toBeLessThan(900);
      await go(page);
      await expect.poll(() => page.evaluate(inSight)).toBe(true);
    }
  });

  it('everything is reached from the keyboard', async () => {
    const { page } = await open();
    await unfold(page);
    const all = (await page.evaluate(
      '[...document.querySelectorAll(\'a[href], button, input:not([type=radio]), select, summary, [tabindex="0"]\')].filter((e) => e.checkVisibility() && e.tabIndex >= 0 && !e.disabled).length',
    )) as number;
    const seen = 'globalThis.seen ??= new Set(); seen.add(document.activeElement); seen.size';
    let reached = 0;
    for (let i = 0; i < all * 2 && reached < all; i++) {
      await page.keyboard.press('Tab');
      reached = (await page.evaluate(seen)) as number;
    }
    expect(all).toBeGreaterThan(60);
    expect(reached).toBeGreaterThanOrEqual(all);
    await page.locator('.tile').first().focus();
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
    expect(
      await page.evaluate('document.activeElement === [...document.querySelectorAll(".tile")].at(-1)'),
    ).toBe(true);
  });

  it('leads from check to check by keys, and tells of them', async () => {
    const { page } = await open();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the findings');
    const isOpen = (id: string) => page.locator(`[id="${id}"]`).getAttribute('open');
    await page.keyboard.press('j');
    await expect.poll(() => isOpen('stream/ends-with-done')).toBe('');
    await page.keyboard.press('j');
    await expect.poll(() => isOpen('stream/ends-with-done')).toBe(null);
    await page.keyboard.press('k');
    await expect.poll(() => isOpen('stream/ends-with-done')).toBe('');
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
  });

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
    ['dark', 360],
  ] as const)('axe finds nothing and nothing overflows: %s, %i px', async (colorScheme, width) => {
    const { page } = await open('', { colorScheme, viewport: { width, height: 900 } });
    await unfold(page);
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });

  it('draws what took time and tokens, with the numbers beside it', async () => {
    const { page } = await open('#pictures');
    const texts = await page.locator('.picture tbody tr').allTextContents();
    expect(texts).toContainEqual(expect.stringMatching(/^stream, first byte.*2\s*12 ms/s));
    expect(texts).toContainEqual(expect.stringMatching(/^200.*3/s));
    expect(await page.locator('.picture svg').count()).toBe(texts.length);
  });

  it('a comparison and a history are as readable, and fit a phone', async () => {
    const { report } = await openReport(folder.path, '/');
    const [first, ...others] = report.checks;
    const later = {
      ...report,
      checks: [{ ...first!, verdict: 'warn' as const, message: HOSTILE }, ...others],
    };
    const runs = [report, later].map((r) => ({ page: 'index.html', report: r }));
    await writeFile(join(folder.path, 'compared.html'), comparisonPage(compared(report, later)));
    await writeFile(join(folder.path, 'history.html'), historyPage(historyOf(runs)));
    for (const name of ['compared.html', 'history.html']) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page, trouble } = await open('', { colorScheme, viewport: { width: 400, height: 800 } });
        await page.goto(address.replace('index.html', name));
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
    const { report } = await openReport(folder.path, '/');
    const column = { name: HOSTILE, report, page: 'index.html' };
    const [first, ...others] = report.checks;
    const other = {
      ...column,
      report: { ...report, checks: [{ ...first!, verdict: 'warn' as const }, ...others] },
    };
    await writeFile(join(folder.path, 'side.html'), renderMatrix([column, other]));
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, trouble } = await open('', { colorScheme });
      await page.goto(address.replace('index.html', 'side.html'));
      expect(await axeFindings(page)).toEqual([]);
      expect(await page.locator('tbody tr:visible').count()).toBeGreaterThan(report.checks.length);
      await page.getByLabel('Differences only').check();
      expect(await page.locator('tbody tr:visible').count()).toBe(2);
      await page.getByLabel('Differences only').uncheck();
      await page.getByRole('link', { name: 'failed' }).first().click();
      await expect.poll(() => page.url()).toContain('index.html#stream/ends-with-done');
      expect(trouble).toEqual([]);
    }
  });

  it('prints the evidence of failures', async () => {
    const { page } = await open();
    await expect.poll(() => page.locator('[id="stream/ends-with-done"] mark').count()).toBe(1);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator('#filters').isVisible()).toBe(false);
    await expect.poll(() => page.locator('[id="stream/ends-with-done"] mark').isVisible()).toBe(true);
  });

  it('junit.xml is well formed', async () => {
    const { page } = await open();
    const xml = await readFile(join(folder.path, 'junit.xml'), 'utf8');
    const names = await page.evaluate((text: string) => {
      const parse = new Function('t', "return new DOMParser().parseFromString(t, 'text/xml')");
      return [...parse(text).querySelectorAll('testcase, parsererror')].map((e) => e.getAttribute('name'));
    }, xml);
    expect(names.sort()).toEqual(CATALOGUE.map((c) => c.id).sort());
  });

  it('two thousand exchanges open without delay', async () => {
    const many = Array.from({ length: 2000 }, (_, i) => exchangeLine(`e${i + 10}`, { turn: i }));
    await using large = await recordFolder([...LINES.slice(0, -1), ...many, endLine(2003, 6)]);
    await writeReports(large.path);
    const context = await browser.newContext();
    const page = await context.newPage();
    const began = performance.now();
    await page.goto(pathToFileURL(join(large.path, 'index.html')).href);
    await expect.poll(() => page.locator('#request-list details').count()).toBe(50);
    const took = performance.now() - began;
    expect(await page.locator('#lanes a').count()).toBe(2003);
    expect(took).toBeLessThan(5000);
    expect(statSync(join(large.path, 'index.html')).size).toBeLessThan(1_500_000);
  });
});
