import { lstatSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BadFile } from './regular-file.ts';

/** The name of one entry: without separators of any system or parent references. */
const NAME = /^(?!\.{1,2}$)[^/\\\0]+$/;

/**
 * The path of an entry in a folder that another party may have made; `path` is relative, with `/`. Throws `BadFile`
 * if it leads out of the folder, or through a link or anything else that is not a folder. The entry itself is not
 * checked, but `openRegular` does not follow links.
 */
export function childOf(folder: string, path: string): string {
  const names = path.split('/');
  if (!names.every((name) => NAME.test(name))) throw new BadFile(`${path} is outside its folder`);
  let parent = folder;
  for (const name of names.slice(0, -1)) {
    parent = join(parent, name);
    if (!lstatSync(parent).isDirectory()) throw new BadFile(`${name} is not a folder`);
  }
  return join(parent, names.at(-1)!);
}

/** Removes a folder in a folder, with its content. Rejects with `BadFile` if it is a link or not a folder. */
export async function removeChild(folder: string, name: string): Promise<void> {
  const path = childOf(folder, name);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new BadFile(`${name} is not a folder`);
  await rm(path, { recursive: true, force: true });
}
