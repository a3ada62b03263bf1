import { accessSync, constants } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where a Chromium or Chrome usually lies. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Said on the standard error when the browser tests can't run; CI looks for it. */
export const NO_BROWSER =
  'browser tests skipped: no Chromium or Chrome; install one (apt-get install chromium) or set CHROME_PATH';

/**
 * The path of a browser: CHROME_PATH, or one that is installed. Undefined when there is none; what to do is on the
 * standard error then. A test run installs nothing.
 */
export function findBrowser(
  env: NodeJS.ProcessEnv = process.env,
  places: readonly string[] = PLACES,
): string | undefined {
  const named = env.CHROME_PATH;
  const found = [...(named ? [named] : []), ...places].find(isExecutable);
  if (found === undefined) process.stderr.write(`${NO_BROWSER}\n`);
  return found;
}

/** Starts a browser without a window and without its own conversations with the outside. */
export function startBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
