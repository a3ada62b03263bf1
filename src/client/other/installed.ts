import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A package and its version, as `ai 7.0.173`; undefined if it is not installed next to chatspec. */
export function installedPackage(name: string): string | undefined {
  try {
    const path = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
    return `${name} ${version}`;
  } catch {
    return undefined;
  }
}
