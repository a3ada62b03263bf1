import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** A body's file is missing, broken, or longer than its record says. */
export class BadBodyFile extends Error {
  override name = 'BadBodyFile';
}

/** The bytes of a body that lies in a gzip file. A report may have been tampered with: more than `size` is refused. */
export async function* readBodyFile(path: string, size: number): AsyncGenerator<Uint8Array> {
  // Errors of either stream end the loop below with that error.
  const bytes = pipeline(createReadStream(path), createGunzip(), () => {});
  let seen = 0;
  try {
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      seen += piece.length;
      if (seen > size) break;
      yield piece;
    }
  } catch (error) {
    throw new BadBodyFile('a body can not be read from its file', { cause: error });
  }
  if (seen !== size) throw new BadBodyFile('a body is not as long in its file as its record says');
}
