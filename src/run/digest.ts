import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from './suite.ts';

/** Everything that a verdict depends on: the checks, what they ask, how they judge, and the schemas. */
const JUDGING = [
  'schemas',
  'suites',
  'src/auth',
  'src/contract',
  'src/engine',
  'src/requests',
  'src/judge',
  'src/usage',
];

/** Beside the built package, which has no sources: written when it is built. */
export const DIGEST_FILE = 'dist/checks-digest.txt';

let digest: string | undefined;

/** SHA-256 over the sources that verdicts depend on, tests aside; the same for a checkout and the package built from it. */
export function checksDigest(): string {
  digest ??= existsSync(join(PACKAGE_ROOT, 'suites'))
    ? digestOfSources()
    : readFileSync(join(PACKAGE_ROOT, DIGEST_FILE), 'utf8').trim();
  return digest;
}

function digestOfSources(): string {
  const hash = createHash('sha256');
  for (const folder of JUDGING) {
    const path = join(PACKAGE_ROOT, folder);
    if (!existsSync(path)) continue;
    const files = readdirSync(path, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /\.(?:ts|json)$/.test(file) && !/\.test\.ts$/.test(file) && !file.includes('vitest'))
      .sort();
    for (const file of files) {
      hash.update(`${folder}/${file}\0`);
      hash.update(readFileSync(join(path, file)));
      hash.update('\0');
    }
  }
  return hash.digest('hex');
}
