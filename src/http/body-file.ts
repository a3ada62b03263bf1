import { pipeline } from 'node:stream';
import { constants, createGunzip, createZstdDecompress } from 'node:zlib';
import { childOf } from '../files/child.ts';
import { BadFile, openRegular } from '../files/regular-file.ts';

/** How a file is named that holds a large body; version 0.1.0 packed them with gzip. */
export const BODY_FILE = /^bodies\/e\d{1,15}\.(?:gz|zst)$/;

/** Exchanges with equal bodies that share one file at most: reading it for each of them must not cost hours. */
export const MOST_SHARING = 64;

/** A larger body may be so many times as large as its file: a table is a tenth of that, a trap a hundred times as much. */
const TIMES = 300;
const FREE = 64 * 1024 * 1024;

/** A window beyond that of the files that are written here is none of theirs. */
const WINDOW_LOG = 24;

/** A body's file is missing, broken, or longer than its record says. */
export class BadBodyFile extends Error {
  override name = 'BadBodyFile';
}

/** The bytes of a body in a compressed file of a report's folder. One may have been tampered with: more than `size` is refused. */
export async function* readBodyFile(folder: string, name: string, size: number): AsyncGenerator<Uint8Array> {
  let seen = 0;
  try {
    const file = await openRegular(childOf(folder, name));
    const packed = (await file.stat()).size;
    if (size > FREE && size > packed * TIMES) {
      await file.close();
      throw new BadFile('it decompresses to more than a file of its size may');
    }
    // Errors of either stream end the loop below with that error; the file is closed with them.
    const bytes = pipeline(file.createReadStream(), unpacker(name), () => {});
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      seen += piece.length;
      if (seen > size) break;
      yield piece;
    }
  } catch (error) {
    const why = error instanceof BadFile ? `: ${error.message}` : '';
    throw new BadBodyFile(`a body cannot be read from its file${why}`, { cause: error });
  }
  if (seen !== size) throw new BadBodyFile('the body in the file has another length than the record states');
}

function unpacker(name: string) {
  if (name.endsWith('.gz')) return createGunzip();
  return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG } });
}
