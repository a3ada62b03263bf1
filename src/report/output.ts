import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';

/** What a file is written from: a text, or pieces that are never all in memory. */
export type Content = string | Iterable<string> | AsyncIterable<string>;

const BUFFER = 256 * 1024;

/** Writes a file whole or not at all: beside its place first, then renamed. */
export async function writeAtomically(path: string, content: Content): Promise<void> {
  const beside = `${path}.${randomBytes(4).toString('hex')}.part`;
  const file = await open(beside, 'wx');
  try {
    await writePieces(file, content);
    await file.close();
    await rename(beside, path);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(beside, { force: true });
    throw error;
  }
}

async function writePieces(file: FileHandle, content: Content): Promise<void> {
  if (typeof content === 'string') return void (await file.write(content));
  let pending: string[] = [];
  let length = 0;
  const flush = async () => {
    await file.write(pending.join(''));
    pending = [];
    length = 0;
  };
  for await (const piece of content) {
    pending.push(piece);
    length += piece.length;
    if (length > BUFFER) await flush();
  }
  await flush();
}
