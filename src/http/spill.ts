import { createHash } from 'node:crypto';
import { createWriteStream, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { constants, createZstdCompress } from 'node:zlib';
import { makeFolder } from '../files/make-folder.ts';
import { JournalFailed } from '../vocabulary/journal-failed.ts';
import { MOST_SHARING, readBodyFile } from './body-file.ts';

/** Changes bytes on their way into a file without changing their number. */
export interface ByteFilter {
  push(piece: Buffer): Buffer;
  end(): Buffer;
  /** The observations, after the end. */
  found?(): readonly string[];
}

/** The finished file of a large body. It holds nothing of what wrote it: a run has thousands. */
export interface StoredBody {
  /** Relative to the report's folder; that of an equal earlier body, if there is one. */
  readonly file: string;
  pieces(): AsyncIterable<Uint8Array>;
}

/** A file for one large body, compressed; its input is redacted. */
export interface Spill {
  /** False if the disk cannot keep up: wait for `drained`. */
  write(piece: Buffer): boolean;
  drained(): Promise<void>;
  /** Rejects with `JournalFailed` if the file could not be written. */
  end(): Promise<StoredBody>;
}

/** The files of one run's large bodies: equal bodies are kept once. */
export class Spills {
  readonly #folder: string;
  readonly #known = new Map<string, { name: string; named: number }>();

  /** @param folder the report's; `bodies` is created in it on demand. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Opens `bodies/<id>.zst`. */
  open(id: string): Spill {
    const own = `bodies/${id}.zst`;
    const hash = createHash('sha256');
    const file = openFile(this.#folder, own);
    let size = 0;
    return {
      write(piece) {
        size += piece.length;
        hash.update(piece);
        return file.write(piece);
      },
      drained: file.drained,
      end: async () => {
        await file.end();
        return storedBody(this.#folder, this.#keptAs(own, hash.digest('base64')), size);
      },
    };
  }

  #keptAs(own: string, digest: string): string {
    const known = this.#known.get(digest);
    if (!known || known.named >= MOST_SHARING) {
      this.#known.set(digest, { name: own, named: 1 });
      return own;
    }
    try {
      unlinkSync(join(this.#folder, own));
    } catch {
      // A folder that does not allow removal keeps both.
      return own;
    }
    known.named += 1;
    return known.name;
  }
}

/** Many bodies may arrive at once: each compressor has its window, and tables of a level. */
const PACKING = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: 18 },
};

const storedBody = (folder: string, file: string, size: number): StoredBody => ({
  file,
  pieces: () => readBodyFile(folder, file, size),
});

/** A file that is written compressed. */
function openFile(folder: string, name: string): Pick<Spill, 'write' | 'drained'> & { end(): Promise<void> } {
  const path = join(folder, name);
  const packer = createZstdCompress(PACKING);
  let failure: Error | undefined;
  let draining: Promise<void> | undefined;
  const fail = (error: Error) => {
    failure ??= new JournalFailed('a body', error);
    packer.destroy();
  };
  try {
    makeFolder(join(folder, 'bodies'));
  } catch (error) {
    fail(error as Error);
  }
  const file = createWriteStream(path, { mode: 0o600 });
  file.on('error', fail);
  packer.on('error', fail);
  const closed = new Promise<void>((resolve) => {
    file.on('close', resolve);
    packer.on('close', () => {
      if (failure) file.destroy();
    });
  });
  packer.pipe(file);
  return {
    write(piece) {
      if (failure) return true;
      // The piece may be a view of a buffer that its owner reuses: the compressor reads it later.
      return packer.write(Buffer.from(piece));
    },
    drained() {
      if (failure || !packer.writableNeedDrain) return Promise.resolve();
      draining ??= new Promise<void>((resolve) => {
        const done = () => {
          draining = undefined;
          packer.off('drain', done);
          packer.off('close', done);
          resolve();
        };
        packer.on('drain', done);
        packer.on('close', done);
      });
      return draining;
    },
    async end() {
      if (!failure) packer.end();
      await closed;
      if (failure) throw failure;
    },
  };
}
