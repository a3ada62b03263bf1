import { execFileSync } from 'node:child_process';
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
export const NO_BROWSER = 'browser tests skipped: no Chromium or Chrome; set CHROME_PATH or install one';

/**
 * The path of a browser: CHROME_PATH, one that is installed, or Debian's package, which is installed when this process
 * may do that. Undefined when there is none; the reason is on the standard error then.
 */
export function findBrowser(
  env: NodeJS.ProcessEnv = process.env,
  places: readonly string[] = PLACES,
  install: () => void = installDebianPackage,
): string | undefined {
  const named = env.CHROME_PATH;
  const find = () => [...(named ? [named] : []), ...places].find(isExecutable);
  let found = find();
  if (found === undefined) {
    install();
    found = find();
  }
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

/** Installs Debian's Chromium where this process may; what goes wrong shows in that no browser is found afterwards. */
function installDebianPackage(): void {
  const apt = '/usr/bin/apt-get';
  if (process.getuid?.() !== 0 || !isExecutable(apt)) return;
  try {
    const options = { stdio: 'ignore', timeout: 300_000 } as const;
    execFileSync(apt, ['update'], options);
    execFileSync(apt, ['install', '-y', '--no-install-recommends', 'chromium'], options);
  } catch {
    // Told by the caller.
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
