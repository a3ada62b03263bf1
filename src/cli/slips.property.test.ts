import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secretsOf } from '../http/redact.ts';
import { readOptions } from '../options/parse.ts';
import { runOptions } from '../options/run-options.ts';
import { holdsTrace } from '../testing/secret-layers.ts';
import type { Io } from '../vocabulary/io.ts';
import { main } from './main.ts';

/*
 * Wherever a user puts a key by mistake, nothing that is printed holds twelve characters of it, in whatever encoding.
 */

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const alphabet = fc.constantFrom(
  letters,
  `${letters}_-`,
  letters.toLowerCase().slice(26),
  '0123456789abcdef',
);
const key = fc
  .tuple(fc.constantFrom('sk-', 'sk-live-', 'sk-proj-', 'gsk_', 'key-', 'ghp_'), alphabet)
  .chain(([begin, signs]) =>
    fc
      .string({ unit: fc.constantFrom(...signs), minLength: 24, maxLength: 48 })
      .filter(
        (rest) => new Set(rest).size > 8 && /\d/.test(rest) && /[a-z]/i.test(rest) && /^\w.*\w$/.test(rest),
      )
      .map((rest) => begin + rest),
  );

/** Command lines that cannot send a request, or that use a port without a listener. */
const NOBODY = ['--base-url', 'http://127.0.0.1:9'];
const SLIPS: Record<string, (key: string) => string[]> = {
  'an argument': (k) => [k],
  'an argument after others': (k) => [...NOBODY, k],
  'an option': (k) => [`--${k}`],
  'an option of one letter': (k) => [`-k${k}`],
  'an option that does not exist': (k) => [`--key=${k}`],
  '--only': (k) => ['--only', k],
  '--only with others': (k) => ['--only', `stream,${k}`],
  '--only in quotes': (k) => ['--only', `"${k}"`],
  '--skip': (k) => ['--skip', `stream/${k}`],
  '--require': (k) => ['--require', k],
  '--profile': (k) => ['--profile', k],
  '--seed': (k) => ['--seed', k],
  '--timeout': (k) => ['--timeout', `${k}s`],
  '--model without a base URL': (k) => ['--model', k, '--only', 'nothing'],
  'a user name in the base URL': (k) => ['--base-url', `https://${k}@api.test`],
  'a password in the base URL': (k) => ['--base-url', `https://u:${k}@api.test`],
  'the query of the base URL': (k) => ['--base-url', `https://api.test/?api_key=${k}`],
  'the fragment of the base URL': (k) => ['--base-url', `https://api.test/#${k}`],
  'the path of a base URL of another scheme': (k) => ['--base-url', `ftp://api.test/${k}/v1`],
  'a base URL that is none': (k) => ['--base-url', k],
  'a header without a name': (k) => ['--header', `: token="${k}"`],
  'a header without a colon': (k) => ['--header', k],
  'a header with a bad name': (k) => ['--header', `X Y: ${k}`],
  'the name of a key file': (k) => [...NOBODY, '--api-key-file', `/none/${k}`],
  'the name of a target file': (k) => ['--target', `/none/${k}.json`],
  'the name of a configuration': (k) => ['--config', `/none/${k}.json`],
  'a command': (k) => ['explain', k],
  'a command that does not exist': (k) => [k, 'run'],
  'a folder': (k) => ['judge', `/none/${k}`],
  'two folders': (k) => ['compare', `/none/${k}`, '/none'],
  'an option of a command': (k) => ['verify', '/none', `--${k}`],
  help: (k) => ['help', k],
};

function listening(env: NodeJS.ProcessEnv = {}) {
  let text = '';
  const stream = { write: (piece: string) => (text += piece) };
  const io = { stdin: process.stdin, stdout: stream, stderr: stream, cwd: '/', env } as unknown as Io;
  return { io, said: () => text };
}

test.each(Object.keys(SLIPS))('a key as %s is not echoed', async (slip) => {
  await fc.assert(
    fc.asyncProperty(key, async (drawn) => {
      const { io, said } = listening();
      await main(SLIPS[slip]!(drawn), io);
      expect(said()).not.toBe('');
      expect(holdsTrace(said(), [drawn], true)).toBe(false);
    }),
    { numRuns: 12 },
  );
});

/** Headers of the user's own, in which a key stands. */
const HEADERS: Record<string, (key: string) => string> = {
  'a parameter in quotes': (k) => `X-Gate: scheme token="${k}", realm="a"`,
  'a parameter': (k) => `X-Gate: token=${k}; more=1`,
  'Proxy-Authorization': (k) => `Proxy-Authorization: Basic ${Buffer.from(`u:${k}`).toString('base64')}`,
  Cookie: (k) => `Cookie: theme=dark; session=${k}`,
  'Content-Type': (k) => `Content-Type: application/json; token="${k}"`,
  'Content-Location': (k) => `Content-Location: /files/${k}`,
  Accept: (k) => `Accept: application/json; key=${k}`,
  'Accept-Language': (k) => `Accept-Language: ${k}`,
  Referer: (k) => `Referer: https://app.test/?token=${k}`,
  'Referer, in the path': (k) => `Referer: https://app.test/t/${k}/`,
  'User-Agent': (k) => `User-Agent: app/1.0 (${k})`,
  'Cache-Control': (k) => `Cache-Control: private="${k}"`,
  Origin: (k) => `Origin: https://${k}@app.test`,
};
const PROXIES: Record<string, (key: string) => string> = {
  'a token for a user name': (k) => `http://${k}@proxy.test:8080`,
  'a password': (k) => `http://me:${k}@proxy.test:8080`,
  'a user name without a host': (k) => `http://${k}:@proxy.test`,
};

const OWN = { CHATSPEC_API_KEY: 'another-key-of-mine-1' };

test.each(Object.keys(HEADERS))('a key in a header of the user is a secret of the run: %s', (name) => {
  fc.assert(
    fc.property(key, (drawn) => {
      const { settings } = runOptions(readOptions([...NOBODY, '--header', HEADERS[name]!(drawn)], OWN), OWN);
      const secrets = secretsOf(settings, { main: 'another-key-of-mine-1' }, {});
      const hidden = secrets.some((secret) => secret.includes(drawn) || decodes(secret, drawn));
      expect(hidden).toBe(true);
    }),
    { numRuns: 20 },
  );
});

const decodes = (secret: string, key: string) => Buffer.from(secret, 'base64').toString().includes(key);

test.each(Object.keys(PROXIES))('a key in the address of a proxy is a secret of the run: %s', (name) => {
  fc.assert(
    fc.property(key, (drawn) => {
      const { settings } = runOptions(readOptions(NOBODY, OWN), OWN);
      const env = { HTTPS_PROXY: PROXIES[name]!(drawn) };
      expect(secretsOf(settings, { main: 'another-key-of-mine-1' }, env)).toContain(drawn);
    }),
    { numRuns: 20 },
  );
});
