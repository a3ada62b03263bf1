import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { writeReports } from '../report/exports/write.ts';
import type { RecordLine } from '../vocabulary/record.ts';
import { startBrowser } from './browser.ts';
import { endLine, exchangeLine, facts, finding, recordFolder, result, runLine } from './journal.ts';

/** What axe-core finds wrong in the page as it is, serious or not. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
  return violations.map((v) => `${v.id}: ${v.nodes[0]?.html} ${v.nodes[0]?.failureSummary}`);
}

/** A page, and what it complained about or asked the network for. */
interface Opened {
  page: Page;
  trouble: string[];
}

/** The page of the hostile record, on disk, and a browser that opens it. */
export interface PageOnDisk {
  browser: Browser;
  folder: Awaited<ReturnType<typeof recordFolder>>;
  /** Of `index.html`, as a URL. */
  address: string;
  /** Opens the page, or another one of its folder. */
  open(hash?: string, options?: BrowserContextOptions, file?: string): Promise<Opened>;
  close(): Promise<void>;
}

/** Writes the page and starts the browser at this path. */
export async function pageOnDisk(executable: string): Promise<PageOnDisk> {
  const browser = await startBrowser(executable);
  const folder = await recordFolder(LINES);
  await writeReports(folder.path);
  const addressOf = (file: string) => pathToFileURL(join(folder.path, file)).href;
  return {
    browser,
    folder,
    address: addressOf('index.html'),
    async open(hash = '', options = {}, file = 'index.html') {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      const trouble: string[] = [];
      page.on('console', (message) => trouble.push(message.text()));
      page.on('pageerror', (error) => trouble.push(error.message));
      page.on('request', (request) => {
        if (!request.url().startsWith('file:') && !request.url().startsWith('data:'))
          trouble.push(request.url());
      });
      await page.goto(addressOf(file) + hash);
      return { page, trouble };
    },
    async close() {
      await browser.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Opens all that is folded, and waits for the evidence in it. */
export async function unfold(page: Page): Promise<void> {
  const openAll = () => page.evaluate("for (const d of document.querySelectorAll('details')) d.open = true");
  // What is drawn while the first ones open is closed yet.
  const bodies = async () => {
    await openAll();
    return page.locator('#request-list .body').count();
  };
  await expect.poll(bodies).toBe(6);
  await openAll();
  await expect.poll(() => page.locator('.exchange > .inside:empty').count()).toBe(0);
}

/** Text that would take over a page, a terminal or a reader if it were shown unescaped. */
export const HOSTILE =
  '</script><script>document.title="owned"</script><img src=x onerror="document.title=\'owned\'">\u001b[31m\u202e\u0000<!--';

export const CATALOGUE = [
  facts('stream/framing'),
  facts('stream/ends-with-done'),
  facts('request/n-below-minimum', { clauses: ['2.1', '8'] }),
  facts('completion/index', { clauses: ['2.7'], level: 'should' }),
  facts('usage/limit', { clauses: ['4.2'] }),
  facts('path/version', { clauses: ['9'], level: 'open' }),
];

const HOSTILE_BODY = `{"choices":[{"index":5,"message":{"role":"user","content":${JSON.stringify(HOSTILE)}}}],"n":1.0}`;

/** The record of a run whose service puts hostile text everywhere. */
export const LINES: RecordLine[] = [
  runLine(CATALOGUE),
  exchangeLine('e1'),
  exchangeLine('e2', {
    label: HOSTILE,
    response: {
      ...exchangeLine('e2').response!,
      headers: [
        ['Content-Type', 'application/json'],
        ['X-Odd', HOSTILE],
      ],
      body: { text: HOSTILE_BODY },
    },
  }),
  exchangeLine('e3', { response: { ...exchangeLine('e3').response!, body: { base64: '/wD+' } } }),
  result('stream/framing', 'pass'),
  result('stream/ends-with-done', 'fail', {
    findings: [finding({ place: 'byte 70', expected: 'data: [DONE]', actual: HOSTILE })],
  }),
  result('request/n-below-minimum', 'pass', { evidence: ['e3'] }),
  result('completion/index', 'warn', {
    findings: [
      finding({ place: 'body /choices/0/index', exchanges: ['e2'] }),
      finding({ place: 'body /choices/0/finish_reason', exchanges: ['e2'] }),
    ],
    message: HOSTILE,
  }),
  result('usage/limit', 'inconclusive', { message: HOSTILE, evidence: [] }),
  result('path/version', 'observed', {
    observations: [{ key: 'version', value: HOSTILE, exchanges: ['e1'] }],
  }),
  endLine(3, 6),
];
