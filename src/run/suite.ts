import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../vocabulary/child-environment.ts';

/** The contract of the suite: its title, and the SHA-256 of its text. */
export const SPEC = {
  title: 'Hosted Chat Completion Service: Interface Specification',
  digest: '7526188241b8f01d005ad774df84f91d3976f5f20915130ff42ff971fbb7eeaf',
} as const;

/** The folder that holds package.json, whether run from source or from the built package. */
export const PACKAGE_ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));

const manifest = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
  dependencies: Record<string, string>;
};

export const SUITE_NAME = manifest.name;
export const SUITE_VERSION = manifest.version;

/** The official clients: users install them next to the suite to enable their checks. */
const CLIENTS = ['openai', 'openai-6'];

/** The judging libraries with their pinned versions; the official clients with their installed ones. */
export const DEPENDENCIES: Record<string, string> = {
  ...manifest.dependencies,
  ...Object.fromEntries(CLIENTS.flatMap((name) => installed(name))),
};

/** The name and version of a package, if it is installed. */
function installed(name: string): [string, string][] {
  try {
    const path = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return [[name, (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version]];
  } catch {
    return [];
  }
}

/** The commit of a checkout; undefined in an installed package, and without git. */
export function suiteCommit(): string | undefined {
  if (!existsSync(join(PACKAGE_ROOT, '.git'))) return undefined;
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: PACKAGE_ROOT,
      env: childEnvironment(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}

function findRoot(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error('the installation of chatspec is incomplete: package.json is missing');
  return findRoot(parent);
}
