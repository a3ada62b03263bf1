import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importClosure } from './imports.ts';
import { PACKAGE_ROOT } from './suite.ts';

/** The sources of verdicts; they depend on the files that they import. */
const SOURCES = [
  'suites/index.ts',
  'src/engine/run-checks.ts',
  'src/http/transport.ts',
  'src/run/handshake.ts',
];

/** Written at build time next to the built package, which has no sources. */
export const DIGEST_FILE = 'dist/checks-digest.txt';

let digest: string | undefined;

/**
 * SHA-256 over everything that a verdict depends on: the checks, their requests, their judges, how requests are
 * sent, and the schemas. The same for a checkout and the package built from it.
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
