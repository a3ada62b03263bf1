import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';

/** A file of a folder that somebody else may have made is not what it should be: a link, a pipe, too large. */
export class BadFile extends Error {
  override name = 'BadFile';
}

/** No link is followed, and opening a pipe that nobody writes to returns at once. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** How much less room than its size a large file may take on disk: a file system may press text, but not to nothing. */
const SPARSE = { from: 64 * 1024 * 1024, ratio: 100 };

/**
 * Opens a regular file for reading. Rejects with `BadFile`, before anything is read, when it is a link, a pipe or a
 * device, larger than `most` bytes, or has a size without a content; otherwise with the system's error.
 */
export async function openRegular(path: string, most = Number.POSITIVE_INFINITY): Promise<FileHandle> {
  const name = basename(path);
  const file = await open(path, FLAGS).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ELOOP') throw new BadFile(`${name} is a link`);
    if (error.code === 'ENXIO' || error.code === 'ENODEV') throw new BadFile(`${name} is no regular file`);
    throw error;
  });
  try {
    const found = await file.stat();
    const { size, blocks } = found;
    if (!found.isFile()) throw new BadFile(`${name} is no regular file`);
    if (size > most) throw new BadFile(`${name} is larger than it may be: ${size} bytes of ${most}`);
    if (size > SPARSE.from && blocks * 512 * SPARSE.ratio < size) {
      throw new BadFile(`${name} has a size of ${size} bytes and hardly any content`);
    }
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** All bytes of a regular file that is not larger than `most`. Rejects as `openRegular` does. */
export async function readRegular(path: string, most: number): Promise<Buffer> {
  const file = await openRegular(path, most);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}
