import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';

/** A file from another party has a problem: it is a link, a pipe, or too large. */
export class BadFile extends Error {
  override name = 'BadFile';
}

/** Opening a pipe without a writer returns at once. Links are followed only for files that the user named. */
const flags = (links: boolean) =>
  constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (links ? 0 : (constants.O_NOFOLLOW ?? 0));

/**
 * How much smaller than its size a large file may be on disk: file systems may compress text, but not to nothing.
 */
const SPARSE = { from: 64 * 1024 * 1024, ratio: 100 };

/**
 * Opens a regular file for reading. Rejects with `BadFile` before reading if it is a link, a pipe or a device, is
 * larger than `most` bytes, or has a size without content; otherwise with the system's error.
 */
export async function openRegular(path: string, most = Number.POSITIVE_INFINITY): Promise<FileHandle> {
  const file = await open(path, flags(false)).catch((error) => notOpened(path, error));
  try {
    refuseOthers(path, await file.stat(), most);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * All bytes of a regular file of at most `most` bytes. Throws as `openRegular` rejects; with `links`, links are
 * followed.
 */
export function readRegular(path: string, most: number, { links = false } = {}): Buffer {
  const file = opened(path, links);
  try {
    const found = fstatSync(file);
    refuseOthers(path, found, most);
    const bytes = Buffer.alloc(found.size);
    let read = 0;
    for (let got = 1; got > 0 && read < bytes.length; read += got) {
      got = readSync(file, bytes, read, bytes.length - read, read);
    }
    return bytes.subarray(0, read);
  } finally {
    closeSync(file);
  }
}

function opened(path: string, links: boolean): number {
  try {
    return openSync(path, flags(links));
  } catch (error) {
    return notOpened(path, error as NodeJS.ErrnoException);
  }
}

function notOpened(path: string, error: NodeJS.ErrnoException): never {
  const name = basename(path);
  if (error.code === 'ELOOP') throw new BadFile(`${name} is a link`);
  if (error.code === 'ENXIO' || error.code === 'ENODEV') throw new BadFile(`${name} is not a regular file`);
  throw error;
}

function refuseOthers(path: string, found: Stats, most: number): void {
  const name = basename(path);
  const { size, blocks } = found;
  if (!found.isFile()) throw new BadFile(`${name} is not a regular file`);
  if (size > most) throw new BadFile(`${name} is too large: ${size} bytes, limit ${most}`);
  if (size > SPARSE.from && blocks * 512 * SPARSE.ratio < size) {
    throw new BadFile(`${name} has a size of ${size} bytes and almost no content`);
  }
}
