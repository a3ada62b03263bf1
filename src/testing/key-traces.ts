import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { unpackedFile } from './altered/packed-record.ts';
import { holdsTrace } from './secret-layers.ts';

/** So many characters of a key in a row are left nowhere. */
const GIVES_AWAY = 12;
/** Size of a decoded block, and its overlap with the next one. */
const PIECE = 64 * 1024;
const OVERLAP = 2 * 1024;

/** Files under a folder, and streams by name, that hold a good part of one of these keys, in whatever is left to decode. */
export async function keyTraces(
  folder: string | undefined,
  streams: Readonly<Record<string, string>>,
  keys: readonly string[],
): Promise<string[]> {
  const found = Object.entries(streams).flatMap(([name, text]) => tracesOf(name, Buffer.from(text), keys));
  if (folder === undefined) return found;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const content = path.endsWith('.zst') ? unpackedFile(path) : await readFile(path);
    found.push(...tracesOf(relative(folder, path), content, keys));
    // The servers of other trials, in this process, are to answer meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return found;
}

function tracesOf(name: string, content: Buffer, keys: readonly string[]): string[] {
  for (let at = 0; at < content.length; at += PIECE - OVERLAP) {
    if (holdsTrace(content.toString('latin1', at, at + PIECE), keys, GIVES_AWAY))
      return [`${name} (decoded)`];
  }
  return [];
}
