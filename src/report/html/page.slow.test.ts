import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../../testing/browser.ts';
import { endLine, exchangeLine, finding, recordFolder, result } from '../../testing/journal.ts';
import {
  axeFindings,
  CATALOGUE,
  LINES,
  type PageOnDisk,
  pageOnDisk,
  unfold,
} from '../../testing/opened-page.ts';
import { writeReports } from '../exports/write.ts';

const executable = findBrowser();
/** A browser draws so many elements at once; two thousand unfolded requests would have over a hundred thousand. */
const ELEMENTS = 15_000;

describe.skipIf(executable === undefined)('the page in a browser, opened from disk', () => {
  let disk: PageOnDisk;
  const open = (hash?: string, options?: BrowserContextOptions) => disk.open(hash, options);

  beforeAll(async () => {
    disk = await pageOnDisk(executable!);
  });
  afterAll(() => disk?.close());

  const shown = (page: Page) => page.locator('details.check:not([hidden])').count();

  it('says the verdict first, complains about nothing and asks nobody', async () => {
    const { page, trouble } = await open();
    expect(await page.locator('h1').textContent()).toBe('non-conformant');
    expect(await page.locator('.counts').textContent()).toBe(
      'Not conformant: 1 of 6 checks failed, 1 is inconclusive. 1 warned, 2 passed, 1 observed.',
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
    await expect.poll(() => page.locator('#found summary').first().textContent()).toBe('1 matching request');
    await page.locator('#found summary').first().click();
    await page.locator('#found .exchange > summary').click();
    await expect.poll(() => page.locator('#found .body').count()).toBe(2);
    // An address that asks for the same again closes nothing.
    await page.evaluate("dispatchEvent(new HashChangeEvent('hashchange'))");
    await page.waitForTimeout(500);
    expect(await page.locator('#found .body').count()).toBe(2);
    expect(trouble).toEqual([]);
  });

  it('keeps the search in view, and Enter leads to the first hit', async () => {
    const { page } = await open();
    await page.locator('#run').scrollIntoViewIfNeeded();
    await page.locator('#search').fill('ends-with-done');
    expect((await page.locator('#search').boundingBox())!.y).toBeLessThan(60);
    await page.locator('#search').press('Enter');
    await expect.poll(() => page.locator('[id="stream/ends-with-done"]').getAttribute('open')).toBe('');
    await page.locator('.exchange a[href="#e1"]').first().hover();
    expect(await page.locator('.exchange a[href="#e1"]').first().getAttribute('title')).toMatch(
      /^e1 .* → 200/,
    );
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

  it('draws what took time, with the numbers beside it', async () => {
    const { page } = await open('#pictures');
    const texts = await page.locator('.picture tbody tr').allTextContents();
    expect(texts).toContainEqual(expect.stringMatching(/^stream, first byte.*12 ms.*2/s));
    const key = await page.locator('#lanes .key').allTextContents();
    expect(key.map((words) => words.trim())).toEqual(['success (2xx): 1', 'shows a finding: 2']);
    await page.locator('#lanes .lanes rect').first().hover();
    expect(await page.locator('.pointed').textContent()).toMatch(/^e1 .* → 200, 40 ms, sent after 0\.00 s$/);
  });

  it('junit.xml is well formed', async () => {
    const { page } = await open();
    const xml = await readFile(join(disk.folder.path, 'junit.xml'), 'utf8');
    const names = await page.evaluate((text: string) => {
      const parse = new Function('t', "return new DOMParser().parseFromString(t, 'text/xml')");
      return [...parse(text).querySelectorAll('testcase, parsererror')].map((e) => e.getAttribute('name'));
    }, xml);
    expect(names.sort()).toEqual(CATALOGUE.map((c) => c.id).sort());
  });

  it('of two thousand exchanges only what is looked at is drawn', async () => {
    const many = Array.from({ length: 2000 }, (_, i) => exchangeLine(`e${i + 10}`, { turn: i }));
    await using large = await recordFolder([...LINES.slice(0, -1), ...many, endLine(2003, 6)]);
    await writeReports(large.path);
    const context = await disk.browser.newContext();
    const page = await context.newPage();
    await page.goto(pathToFileURL(join(large.path, 'index.html')).href);
    await expect.poll(() => page.locator('#request-list details').count()).toBe(50);
    expect(await page.locator('#lanes a').count()).toBe(2003);
    expect(await page.locator('*').count()).toBeLessThan(ELEMENTS);
    expect(statSync(join(large.path, 'index.html')).size).toBeLessThan(1_500_000);
  });

  it('stays small whatever the findings rest on, and marks the row of CSV', async () => {
    const noise = Array.from({ length: 4000 }, (_, i) => `2026-01-01,m,${Math.sin(i)},${i}`);
    const csv = ['date,model,output_tokens,row', ...noise].join('\n');
    const answer = {
      ...exchangeLine('e1').response!,
      headers: [['Content-Type', 'text/csv']] as [string, string][],
      body: { text: csv },
    };
    const many = Array.from({ length: 60 }, (_, i) =>
      exchangeLine(`e${i + 10}`, {
        turn: i,
        response: { ...answer, body: { text: csv.replaceAll('0', String(i)) } },
      }),
    );
    const findings = many.map(({ id }) =>
      finding({ place: 'body, row 40', actual: '7 output tokens, as no record has', exchanges: [id] }),
    );
    const ended = LINES.slice(0, -1).filter((line) => !('id' in line && line.id === 'usage/limit'));
    await using large = await recordFolder([
      ...ended,
      ...many,
      result('usage/limit', 'fail', { findings }),
      endLine(63, 6),
    ]);
    await writeReports(large.path);
    expect(statSync(join(large.path, 'index.html')).size).toBeLessThan(1_500_000);
    const context = await disk.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${pathToFileURL(join(large.path, 'index.html')).href}#usage/limit`);
    const marked = page.locator('[id="usage/limit"] .body mark').first();
    await expect.poll(() => marked.textContent()).toBe(noise[38]);
  });
});
