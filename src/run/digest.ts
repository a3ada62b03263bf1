import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
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

/** Forms of imports: `from '…'`, `import '…'`, `import('…')`, `new URL('…'`; types are imports too. */
const IMPORT = /\b(?:from|import|new URL)\s*\(?\s*(['"`])([^'"`\n]+)\1/g;

const { imports } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
  imports: Record<string, string>;
};

/**
 * The files of this project that a source file imports, as paths from the root of the package: `src/vocabulary/check.ts`.
 * Imports of types count; packages and modules of Node do not.
 */
export function importsOf(file: string): string[] {
  if (!file.endsWith('.ts')) return [];
  const text = readFileSync(join(PACKAGE_ROOT, file), 'utf8');
  const found = new Set<string>();
  for (const [, , name] of text.matchAll(IMPORT)) {
    const path = pathOf(name!, file);
    if (path !== undefined && isFile(path)) found.add(path);
  }
  return [...found];
}

const known = new Map<string, boolean>();

/** Whether the file exists; a text that only looks like an import names none. */
function isFile(path: string): boolean {
  let is = known.get(path);
  if (is === undefined) {
    is = statSync(join(PACKAGE_ROOT, path), { throwIfNoEntry: false })?.isFile() ?? false;
    known.set(path, is);
  }
  return is;
}

/** These files and all their direct and indirect imports, sorted by name. */
export function importClosure(files: readonly string[]): string[] {
  const reached = new Set(files);
  for (const file of reached) for (const imported of importsOf(file)) reached.add(imported);
  return [...reached].sort();
}

/** The imported file; undefined if it is not ours. */
function pathOf(name: string, file: string): string | undefined {
  if (name.startsWith('.')) return posix.join(posix.dirname(file), name);
  if (!name.startsWith('#')) return undefined;
  for (const [pattern, target] of Object.entries(imports)) {
    const [before, after] = pattern.split('*');
    if (after === undefined ? name === pattern : name.startsWith(before!) && name.endsWith(after)) {
      return posix.normalize(target.replace('*', name.slice(before!.length)));
    }
  }
  return undefined;
}
