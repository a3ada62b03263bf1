import { filesIn } from './files-in.ts';
import { holdsTrace } from './secret-layers.ts';

/** Size of a decoded block, and its overlap with the next one. */
const PIECE = 64 * 1024;
const OVERLAP = 2 * 1024;

/** Files under a folder, and streams by name, that hold a good part of one of these keys, in whatever is left to decode. */
export async function keyTraces(
  folder: string | undefined,
  streams: Readonly<Record<string, string>>,
  keys: readonly string[],
): Promise<string[]> {
  const told = Object.entries(streams).filter(([, text]) => holdsKey(Buffer.from(text), keys));
  const found = told.map(([name]) => name);
  if (folder === undefined) return found;
  for await (const [name, content] of filesIn(folder)) {
    if (holdsKey(content, keys)) found.push(name);
    // The servers of other trials, in this process, are to answer meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return found;
}

function holdsKey(content: Buffer, keys: readonly string[]): boolean {
  for (let at = 0; at < content.length; at += PIECE - OVERLAP)
    if (holdsTrace(content.toString('latin1', at, at + PIECE), keys)) return true;
  return false;
}
