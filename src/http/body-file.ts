import { pipeline } from 'node:stream';
import { constants, createGunzip, createZstdDecompress } from 'node:zlib';
import { childOf } from '../files/child.ts';
import { BadFile, openRegular } from '../files/regular-file.ts';

/** The name of a file with a large body; version 0.1.0 compressed with gzip. */
export const BODY_FILE = /^bodies\/e\d{1,15}\.(?:gz|zst)$/;

/** Maximum number of exchanges with equal bodies that share one file: reading it for each must not take hours. */
export const MOST_SHARING = 64;

/** Maximum compression ratio of a larger body: a table has ten, a decompression bomb thousands. */
const TIMES = 300;
const FREE = 64 * 1024 * 1024;

/** chatspec writes no files with a larger window. */
const WINDOW_LOG = 24;

/** The file of a body is missing, broken, or longer than its record says. */
export class BadBodyFile extends Error {
  override name = 'BadBodyFile';
}

/**
 * The bytes of a body in a compressed file of a report's folder. The file may be manipulated: more than `size`
 * bytes are rejected.
 */
export async function* readBodyFile(folder: string, name: string, size: number): AsyncGenerator<Uint8Array> {
  let seen = 0;
  try {
    const file = await openRegular(childOf(folder, name));
    const packed = (await file.stat()).size;
    if (size > FREE && size > packed * TIMES) {
      await file.close();
      throw new BadFile('it decompresses to more than a file of its size may');
    }
    // Errors of both streams end the loop below; the file is closed with them.
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
