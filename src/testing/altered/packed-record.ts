import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { frameLength } from '../../record/frames.ts';
import { JOURNAL_FILE } from '../../record/journal.ts';

/** A record of these lines as it lies in a folder; a text is a line as it is. */
export function packedRecord(lines: readonly (object | string | Uint8Array)[]): Buffer {
  const bytes = (line: object | string | Uint8Array) =>
    line instanceof Uint8Array ? line : `${typeof line === 'string' ? line : JSON.stringify(line)}\n`;
  return Buffer.concat(lines.map((line) => zstdCompressSync(bytes(line))));
}

/** The text of a record, as far as its frames are whole. */
export function unpackedRecord(bytes: Buffer): string {
  return frames(bytes).toString();
}

/** What a packed file of a folder holds, one that a killed process was writing included. */
export function unpackedFile(path: string): Buffer {
  const bytes = readFileSync(path);
  // Node's own reader stops at the end of the first frame.
  return basename(path) === JOURNAL_FILE
    ? frames(bytes)
    : zstdDecompressSync(bytes, { finishFlush: constants.ZSTD_e_continue });
}

function frames(bytes: Buffer): Buffer {
  const lines: Buffer[] = [];
  for (let at = 0; ; ) {
    const length = frameLength(bytes, at, bytes.length);
    if (!length) return Buffer.concat(lines);
    lines.push(zstdDecompressSync(bytes.subarray(at, at + length)));
    at += length;
  }
}

/** The same as the `zstd` of the system gives it; undefined where there is none. */
export function unpackedBySystem(path: string): string | undefined {
  const { error, stdout } = spawnSync('zstd', ['-dc', path], { maxBuffer: 1e9 });
  return error ? undefined : stdout.toString();
}
