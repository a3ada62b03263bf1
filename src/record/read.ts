import { existsSync, readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { BadFile, openRegular } from '../files/regular-file.ts';
import type { ExchangeLine, RecordLine, StoredBytes } from '../vocabulary/record.ts';
import { Growth, isTooLarge, unpackedFrame } from './frames.ts';
import { JOURNAL_FILE, PLAIN_JOURNAL_FILE } from './journal.ts';
import { lineCheck } from './line-check.ts';
import { BadRecord, LONGEST_LINE } from './lines.ts';
import { type Place, scanLines } from './scan-lines.ts';

export { BadRecord } from './lines.ts';
export { toExchange } from './to-exchange.ts';

export interface ReadOptions {
  /** Is called with the line number if the last line was cut off. */
  onCut?: (line: number) => void;
}

/** A line of the record, and its position in the file. */
export interface PlacedLine {
  line: RecordLine;
  place: Place;
}

/** The record of a run, open for reading: packed, or plain as version 0.1.0 wrote it. */
export interface StoredJournal {
  /** All lines from the first one, as from `readJournal`. Read them to the end before reading any again. */
  lines(options?: ReadOptions): AsyncGenerator<PlacedLine>;
  /** An exchange of `lines`, read again from the disk. */
  exchangeAt(place: Place): ExchangeLine;
  close(): Promise<void>;
}

/** Opens the record in a folder. Rejects with `BadRecord` if it is a link, or not a file. */
export async function openJournal(folder: string): Promise<StoredJournal> {
  const plain = existsSync(join(folder, PLAIN_JOURNAL_FILE));
  if (plain && existsSync(join(folder, JOURNAL_FILE))) throw new BadRecord('the folder has two journals');
  const file = await openRegular(join(folder, plain ? PLAIN_JOURNAL_FILE : JOURNAL_FILE)).catch((error) => {
    throw error instanceof BadFile ? new BadRecord(error.message) : error;
  });
  return plain ? plainJournal(file) : packedJournal(file);
}

/**
 * The lines of a run's record, one by one. A truncated last line is skipped and reported; any other invalid line
 * throws `BadRecord` with its number.
 */
export async function* readJournal(folder: string, options: ReadOptions = {}): AsyncGenerator<RecordLine> {
  const journal = await openJournal(folder);
  try {
    for await (const { line } of journal.lines(options)) yield line;
  } finally {
    await journal.close();
  }
}

function plainJournal(file: FileHandle): StoredJournal {
  return {
    async *lines({ onCut } = {}) {
      const check = lineCheck(() => {
        throw new Error('names the body of another exchange');
      });
      let number = 0;
      for await (const { bytes, place } of scanLines(file, false, onCut ?? (() => {}))) {
        yield { line: check(bytes.subarray(0, -1), ++number), place };
      }
    },
    exchangeAt: (place) => JSON.parse(storedBytes(file.fd, place).toString()),
    close: () => file.close(),
  };
}

/** Where the body of an exchange is stored, for exchanges with the same body. */
interface Held extends Place {
  /** Bytes of the line, unpacked. */
  size: number;
}

function packedJournal(file: FileHandle): StoredJournal {
  const held = new Map<string, Held>();
  const parsedAt = (place: Place) => {
    const bytes = unpackedFrame(storedBytes(file.fd, place), LONGEST_LINE);
    const text = bytes.toString();
    release(bytes);
    return JSON.parse(text);
  };
  const bodyOf = (id: string): StoredBytes => {
    const place = held.get(id);
    if (!place) throw new Error(`names the body of ${id}, which no earlier line holds`);
    return parsedAt(place).response.body;
  };
  return {
    async *lines({ onCut } = {}) {
      const growth = new Growth();
      let number = 0;
      // The stored size of this line, its unpacked size, and its reference.
      let [packed, size, named] = [0, 0, 0];
      const check = lineCheck((id) => {
        named = held.get(id)?.size ?? 0;
        if (!growth.allows(packed, size + named)) throw new Error(BEYOND);
        return bodyOf(id);
      });
      const hold = (line: RecordLine, place: Place): PlacedLine => {
        growth.add(packed, size + named);
        const own = line.type === 'exchange' && line.response !== undefined && named === 0;
        if (own && !held.has(line.id)) held.set(line.id, { ...place, size });
        return { line, place };
      };
      for await (const { bytes: frame, place } of scanLines(file, true, onCut ?? (() => {}))) {
        number += 1;
        const bytes = unpackedLine(frame, growth.left(frame.length), number);
        [packed, size, named] = [frame.length, bytes.length, 0];
        // The line is not kept: it can be as large as everything else in memory.
        yield hold(
          check(bytes.subarray(0, -1), number, () => release(bytes)),
          place,
        );
      }
    },
    exchangeAt(place) {
      const line = parsedAt(place);
      const same: string | undefined = line.response?.body.same;
      return same === undefined ? line : { ...line, response: { ...line.response, body: bodyOf(same) } };
    },
    close: () => file.close(),
  };
}

/** Frees the memory of a large line at once: a record may contain only such lines. */
function release(bytes: Buffer): void {
  if (bytes.byteLength >= LARGE) (bytes.buffer as ArrayBuffer).transfer(0);
}
/** A smaller buffer may share its memory with others. */
const LARGE = 64 * 1024;

const BEYOND = 'decompresses to more than a record of its size may';

/** The one line of a frame, with its line feed; at most `left` bytes. */
function unpackedLine(frame: Buffer, left: number, number: number): Buffer {
  const bad = (what: string) => new BadRecord(`line ${number} of the record ${what}`);
  let bytes: Buffer;
  try {
    bytes = unpackedFrame(frame, Math.min(left, LONGEST_LINE));
  } catch (error) {
    if (!isTooLarge(error)) throw bad('is damaged');
    throw bad(left < LONGEST_LINE ? BEYOND : `is longer than ${LONGEST_LINE} bytes`);
  }
  if (bytes.length === 0 || bytes.indexOf(0x0a) !== bytes.length - 1) throw bad('is not one line');
  return bytes;
}

function storedBytes(file: number, { offset, length }: Place): Buffer {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const got = readSync(file, bytes, read, length - read, offset + read);
    if (got === 0) break;
    read += got;
  }
  return bytes;
}
