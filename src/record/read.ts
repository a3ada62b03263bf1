import { existsSync, readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { BadFile, openRegular } from '../files/regular-file.ts';
import type { ExchangeLine, RecordLine, StoredBytes } from '../vocabulary/record.ts';
import { LARGEST_BATCH } from './frame-writer.ts';
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
  place: LinePlace;
}

/** The position of a line: its frame, and where it begins in the unpacked frame. */
export interface LinePlace extends Place {
  at: number;
}

/** The record of a run, open for reading: packed, or plain as version 0.1.0 wrote it. */
export interface StoredJournal {
  /** All lines from the first one, as from `readJournal`. Read them to the end before reading any again. */
  lines(options?: ReadOptions): AsyncGenerator<PlacedLine>;
  /** An exchange of `lines`, read again from the disk. */
  exchangeAt(place: LinePlace): ExchangeLine;
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
      let number = 1;
      const cut = () => onCut?.(number);
      for await (const { bytes, place } of scanLines(file, false, cut, (what) => badLine(number, what))) {
        yield { line: check(bytes.subarray(0, -1), number), place: { ...place, at: 0 } };
        number += 1;
      }
    },
    exchangeAt: (place) => JSON.parse(storedBytes(file.fd, place).toString()),
    close: () => file.close(),
  };
}

/** Where the body of an exchange is stored, for exchanges with the same body. */
interface Held extends LinePlace {
  /** Bytes of the frame, unpacked. */
  size: number;
}

function packedJournal(file: FileHandle): StoredJournal {
  const held = new Map<string, Held>();
  /** The last frame: exchanges are mostly read in their order. */
  let last: { offset: number; bytes: Buffer } | undefined;
  const parsedAt = ({ offset, length, at }: LinePlace) => {
    if (last?.offset !== offset)
      last = { offset, bytes: unpackedFrame(storedBytes(file.fd, { offset, length }), LONGEST_LINE) };
    const { bytes } = last;
    const text = bytes.toString('utf8', at, bytes.indexOf(LINE_FEED, at));
    if (release(bytes)) last = undefined;
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
      let number = 1;
      // The stored size of this frame, its unpacked size, and that of the frames to which its lines refer.
      let [packed, size, referenced] = [0, 0, 0];
      let isReference = false;
      const check = lineCheck((id) => {
        isReference = true;
        referenced += held.get(id)?.size ?? 0;
        if (!growth.allows(packed, size + referenced)) throw new Error(BEYOND);
        return bodyOf(id);
      });
      const hold = (line: RecordLine, place: LinePlace): PlacedLine => {
        const own = line.type === 'exchange' && line.response !== undefined && !isReference;
        if (own && !held.has(line.id)) held.set(line.id, { ...place, size });
        return { line, place };
      };
      const cut = () => onCut?.(number);
      for await (const { bytes: frame, place } of scanLines(file, true, cut, (what) =>
        badLine(number, what),
      )) {
        const bytes = unpackedLines(frame, growth.left(frame.length), number);
        [packed, size, referenced] = [frame.length, bytes.length, 0];
        for (let at = 0; at < size; number++) {
          const end = bytes.indexOf(LINE_FEED, at);
          isReference = false;
          const line = check(bytes.subarray(at, end), number, () => release(bytes));
          yield hold(line, { ...place, at });
          at = end + 1;
        }
        growth.add(packed, size + referenced);
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

const LINE_FEED = 0x0a;
const badLine = (number: number, what: string) => new BadRecord(`line ${number} of the record ${what}`);

/** Frees the memory of a frame with one large line, and returns true: a record may contain only such frames. */
function release(bytes: Buffer): boolean {
  if (bytes.byteLength <= LARGEST_BATCH) return false;
  (bytes.buffer as ArrayBuffer).transfer(0);
  return true;
}

const BEYOND = 'decompresses to more than a record of its size may';

/** Bytes by which a stored frame may exceed its content: its headers, and three for each block of 128 KiB. */
const MOST_OVERHEAD = 1024;

/** The lines of a frame, with their line feeds; at most `left` bytes. The first of them has this number. */
function unpackedLines(frame: Buffer, left: number, number: number): Buffer {
  let bytes: Buffer;
  try {
    bytes = unpackedFrame(frame, Math.min(left, LONGEST_LINE));
  } catch (error) {
    if (!isTooLarge(error)) throw badLine(number, 'is damaged');
    throw badLine(number, left < LONGEST_LINE ? BEYOND : `is longer than ${LONGEST_LINE} bytes`);
  }
  // A line that refers to a frame costs what is stored of it, too.
  if (frame.length > bytes.length + MOST_OVERHEAD)
    throw badLine(number, 'is in a frame larger than its content');
  if (bytes.at(-1) !== LINE_FEED) throw badLine(number, 'does not end with its frame');
  // A frame is unpacked again for each of its lines.
  const isOneLine = bytes.indexOf(LINE_FEED) === bytes.length - 1;
  if (bytes.length > LARGEST_BATCH && !isOneLine) throw badLine(number, 'is in a frame with too many lines');
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
