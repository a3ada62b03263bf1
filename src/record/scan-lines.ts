import type { FileHandle } from 'node:fs/promises';
import { frameLength } from './frames.ts';
import { BadRecord, LONGEST_LINE } from './lines.ts';

/** The position of a stored line in its file. */
export interface Place {
  offset: number;
  length: number;
}

/** Remaining bytes at the end of a file are reported to `onCut`. */
export type Scanned = AsyncGenerator<{ bytes: Buffer; place: Place }>;

/** Finds one stored line in a buffer: its bytes with its end, `undefined` if its end is not in the buffer yet. */
type Measure = (room: Buffer, begin: number, from: number, end: number, number: number) => number | undefined;

/** Bytes per read; the buffer grows for a longer line. */
const ROOM = 1024 * 1024;
/** A frame may be larger than its content by the headers of its blocks. */
const LONGEST_STORED = LONGEST_LINE + 64 * 1024;

/** The stored lines of a file one by one; valid until the next. */
export async function* scanLines(file: FileHandle, packed: boolean, onCut: (line: number) => void): Scanned {
  const measure = packed ? frame : plainLine;
  // One buffer for all: a record can be larger than the memory.
  let room = Buffer.allocUnsafeSlow(ROOM);
  let [number, offset, begin, end] = [0, 0, 0, 0];
  for (;;) {
    if (end - begin > LONGEST_STORED) throw new BadRecord(tooLong(number + 1));
    if (end === room.length) {
      const wider = begin === 0 ? Buffer.allocUnsafeSlow(2 * room.length) : room;
      room.copy(wider, 0, begin, end);
      room = wider;
      [begin, end] = [0, end - begin];
    }
    const { bytesRead } = await file.read(room, end, room.length - end);
    if (bytesRead === 0) break;
    let from = end;
    end += bytesRead;
    for (;;) {
      const length = measure(room, begin, from, end, number + 1);
      if (length === undefined) break;
      number += 1;
      yield { bytes: room.subarray(begin, begin + length), place: { offset, length } };
      offset += length;
      begin += length;
      from = begin;
    }
  }
  // Every complete line ends with a line feed, or with its frame: the rest was cut off, even if it happens to
  // parse.
  if (end > begin) onCut(number + 1);
}

const plainLine: Measure = (room, begin, from, end) => {
  const at = room.subarray(from, end).indexOf(0x0a);
  return at < 0 ? undefined : from + at + 1 - begin;
};

const frame: Measure = (room, begin, _from, end, number) => {
  const length = frameLength(room, begin, end);
  if (length === 0) throw new BadRecord(`line ${number} of the record is not a Zstandard frame`);
  return length;
};

const tooLong = (number: number) => `line ${number} of the record is longer than ${LONGEST_LINE} bytes`;
