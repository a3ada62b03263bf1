import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importClosure } from './imports.ts';
import { PACKAGE_ROOT } from './suite.ts';

/** Where verdicts come from; what these files import, they depend on. */
const SOURCES = [
  'suites/index.ts',
  'src/engine/run-checks.ts',
  'src/http/transport.ts',
  'src/run/handshake.ts',
];

/** Beside the built package, which has no sources: written when it is built. */
export const DIGEST_FILE = 'dist/checks-digest.txt';

let digest: string | undefined;

/**
 * SHA-256 over everything that a verdict depends on: the checks, what they ask, how they judge, how it is sent, and the
 * schemas. The same for a checkout and the package built from it.
 */
export function checksDigest(): string {
  digest ??= existsSync(join(PACKAGE_ROOT, 'suites'))
    ? digestOfSources()
    : readFileSync(join(PACKAGE_ROOT, DIGEST_FILE), 'utf8').trim();
  return digest;
}

function digestOfSources(): string {
  const hash = createHash('sha256');
  for (const file of importClosure(SOURCES)) {
    hash.update(`${file}\0`);
    hash.update(readFileSync(join(PACKAGE_ROOT, file)));
    hash.update('\0');
  }
  return hash.digest('hex');
}
