import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../../testing/browser.ts';
import { type PageOnDisk, pageOnDisk } from '../../testing/opened-page.ts';

const executable = findBrowser();

describe.skipIf(executable === undefined)('requests and answers in the page', () => {
  let disk: PageOnDisk;
  const open = (hash?: string) => disk.open(hash);

  beforeAll(async () => {
    disk = await pageOnDisk(executable!);
  });
  afterAll(() => disk?.close());

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

  it('prints the evidence of failures', async () => {
    const { page } = await open();
    await expect.poll(() => page.locator('[id="stream/ends-with-done"] mark').count()).toBe(1);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator('#filters').isVisible()).toBe(false);
    await expect.poll(() => page.locator('[id="stream/ends-with-done"] mark').isVisible()).toBe(true);
  });
});
