import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../run/suite.ts';

const cwd = mkdtempSync(join(tmpdir(), 'chatspec-start-'));
afterAll(() => rmSync(cwd, { recursive: true }));

/** Writes the URL of every module that is loaded to the standard output. */
const NOTING = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  import { writeSync } from 'node:fs';
  registerHooks({ load(url, context, next) { writeSync(1, url + '\\n'); return next(url, context); } });
`)}`;

test('the first request waits for no module that it does not need', async () => {
  const args = ['--import', NOTING, join(PACKAGE_ROOT, 'src/cli.ts'), '--base-url', 'http://127.0.0.1:9'];
  const run = promisify(execFile)(process.execPath, [...args, '--model', 'm'], {
    cwd,
    env: { CHATSPEC_API_KEY: 'sk-0123456789abcdef', PATH: process.env.PATH },
  });
  const { code, stdout } = (await run.catch((error: unknown) => error)) as { code: number; stdout: string };
  expect(code).toBe(2);
  const loaded = stdout.split('\n');
  expect(loaded.filter((url) => url.endsWith('/src/http/transport.ts'))).toHaveLength(1);
  const late =
    /\/src\/reference\/|\/src\/report\/(?:write|terminal|html)|\/ajv\/|\/undici\/index\.js|\/openai/;
  expect(loaded.filter((url) => late.test(url))).toEqual([]);
  // The checks are loaded while the service answers.
  const lastOf = (part: string) => loaded.findLastIndex((url) => url.includes(part));
  const firstOf = (part: string) => loaded.findIndex((url) => url.includes(part));
  expect(lastOf('/src/http/')).toBeLessThan(firstOf('/suites/'));
});
