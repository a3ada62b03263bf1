import { existsSync, readFileSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(findPackageJSON(import.meta.url) ?? fileURLToPath(import.meta.url));

/**
 * The folder of a package that chatspec may load: in its own `node_modules`, or in that of the project that it is
 * installed in. Node also searches all folders above: those of a checkout may contain the code of a foreign project.
 */
export function folderOf(name: string, root = ROOT): string | undefined {
  const searched = createRequire(join(root, 'package.json')).resolve.paths(name) ?? [];
  const found = searched.find((folder) => existsSync(join(folder, name)));
  if (found === undefined) return undefined;
  const isTrusted = found === join(root, 'node_modules') || root.split(sep).includes('node_modules');
  return isTrusted ? join(found, name) : undefined;
}

/** A package and its version, as `ai 7.0.173`; undefined if it is not installed next to chatspec. */
export function installedPackage(name: string): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(join(folderOf(name)!, 'package.json'), 'utf8')) as {
      version: string;
    };
    return `${name} ${version}`;
  } catch {
    return undefined;
  }
}
