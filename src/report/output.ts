import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { JournalFailed } from '../vocabulary/journal-failed.ts';

/** The content of a file: a text, or pieces that are never all in memory. */
export type Content = string | Iterable<string> | AsyncIterable<string>;

const BUFFER = 256 * 1024;

/**
 * Writes a file completely or not at all: to a temporary file first, then renamed. A link is replaced, but no device,
 * pipe or folder, and no link to one. Rejects with `JournalFailed` if it cannot be written, and with the errors of the
 * content.
 */
export async function writeAtomically(path: string, content: Content): Promise<void> {
  const beside = `${path}.${randomBytes(4).toString('hex')}.part`;
  const failed = (error: unknown) => {
    throw new JournalFailed(basename(path), error);
  };
  const existing = await stat(path).catch(() => undefined);
  if (existing && !existing.isFile()) failed({ code: 'NOT_A_FILE' });
  const file = await open(beside, 'wx', 0o600).catch(failed);
  try {
    await writePieces(file, content, failed);
    await file.close().catch(failed);
    await rename(beside, path).catch(failed);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(beside, { force: true });
    throw error;
  }
}

async function writePieces(
  file: FileHandle,
  content: Content,
  failed: (error: unknown) => never,
): Promise<void> {
  // Unlike `write`, this continues if a full disk takes only a part.
  const put = (text: string) => file.writeFile(text).catch(failed);
  if (typeof content === 'string') return put(content);
  let pending: string[] = [];
  let length = 0;
  const flush = async () => {
    await put(pending.join(''));
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
