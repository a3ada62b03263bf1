import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import { JournalFailed } from '../vocabulary/journal-failed.ts';
import { readBodyFile } from './body-file.ts';

/** Changes bytes on their way into a file without changing how many there are. */
export interface ByteFilter {
  push(piece: Buffer): Buffer;
  end(): Buffer;
  /** What was noticed on the way, once it has ended. */
  found?(): readonly string[];
}

/** A file that takes one large body, compressed; what it is given is clean. */
export interface Spill {
  /** Relative to the report's folder. */
  readonly name: string;
  /** False when the disk can't keep up: wait for `drained`. */
  write(piece: Buffer): boolean;
  drained(): Promise<void>;
  /** Rejects with `JournalFailed` when the file could not be written. */
  end(): Promise<void>;
  read(size: number): AsyncIterable<Uint8Array>;
}

/** Opens `bodies/<id>.gz` in the folder. */
export function openSpill(folder: string, id: string): Spill {
  const name = `bodies/${id}.gz`;
  const path = join(folder, name);
  const gzip = createGzip({ level: 1 });
  let failure: Error | undefined;
  let draining: Promise<void> | undefined;
  const fail = (error: Error) => {
    failure ??= new JournalFailed('a body', error);
    gzip.destroy();
  };
  try {
    mkdirSync(join(folder, 'bodies'), { recursive: true, mode: 0o700 });
  } catch (error) {
    fail(error as Error);
  }
  const file = createWriteStream(path, { mode: 0o600 });
  file.on('error', fail);
  gzip.on('error', fail);
  const closed = new Promise<void>((resolve) => {
    file.on('close', resolve);
    gzip.on('close', () => {
      if (failure) file.destroy();
    });
  });
  gzip.pipe(file);
  return {
    name,
    write(piece) {
      if (failure) return true;
      // The piece may be a view of a buffer that its owner uses again: the compressor reads it later.
      return gzip.write(Buffer.from(piece));
    },
    drained() {
      if (failure || !gzip.writableNeedDrain) return Promise.resolve();
      draining ??= new Promise<void>((resolve) => {
        const done = () => {
          draining = undefined;
          gzip.off('drain', done);
          gzip.off('close', done);
          resolve();
        };
        gzip.on('drain', done);
        gzip.on('close', done);
      });
      return draining;
    },
    async end() {
      if (!failure) gzip.end();
      await closed;
      if (failure) throw failure;
    },
    read: (size) => readBodyFile(path, size),
  };
}
