import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { unpackedFile } from './altered/packed-record.ts';

/** The files under a folder, as names relative to it and contents; compressed files are unpacked. */
export async function* filesIn(folder: string): AsyncGenerator<[name: string, content: Buffer]> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    yield [relative(folder, path), path.endsWith('.zst') ? unpackedFile(path) : await readFile(path)];
  }
}
