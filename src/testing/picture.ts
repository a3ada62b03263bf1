import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PACKAGE_ROOT } from '../run/suite.ts';
import { findBrowser, startBrowser } from './browser.ts';
import { EXAMPLE } from './example.ts';

/** The picture of a report that README and the page for auditors show. */
const PICTURE = join(PACKAGE_ROOT, 'docs', 'report.png');

/** Takes a picture of the top of the example report. Throws where there is no browser. */
async function takePicture(): Promise<void> {
  const executable = findBrowser();
  if (executable === undefined) throw new Error('the picture needs Chromium or Chrome');
  const browser = await startBrowser(executable);
  try {
    const page = await browser.newPage({ viewport: { width: 1180, height: 690 }, colorScheme: 'light' });
    await page.goto(pathToFileURL(join(EXAMPLE, 'index.html')).href);
    await page.screenshot({ path: PICTURE });
  } finally {
    await browser.close();
  }
}

await takePicture();
