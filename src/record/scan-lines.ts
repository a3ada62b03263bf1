import type { FileHandle } from 'node:fs/promises';
import { frameLength } from './frames.ts';
import { type BadRecord, LONGEST_LINE } from './lines.ts';

/** The position of a frame or a plain line in its file. */
export interface Place {
  offset: number;
  length: number;
}

export type Scanned = AsyncGenerator<{ bytes: Buffer; place: Place }>;

/**
 * Finds one frame or line in a buffer: its bytes with its end, `undefined` if its end is not in the buffer yet, 0 if
 * none begins there.
 */
type Measure = (room: Buffer, begin: number, from: number, end: number) => number | undefined;

/** Bytes per read; the buffer grows for a longer line. */
const ROOM = 1024 * 1024;
/** A frame may be larger than its content by the headers of its blocks. */
const LONGEST_STORED = LONGEST_LINE + 64 * 1024;

/**
 * The frames or plain lines of a file one by one; each is valid until the next. Remaining bytes at its end are reported
 * to `onCut`. Throws `bad` with the problem of a piece.
 */
export async function* scanLines(
  file: FileHandle,
  packed: boolean,
  onCut: () => void,
  bad: (what: string) => BadRecord,
): Scanned {
  const measure = packed ? wholeFrame : plainLine;
  // One buffer for all: a record can be larger than the memory.
  let room = Buffer.allocUnsafeSlow(ROOM);
  let [offset, begin, end] = [0, 0, 0];
  for (;;) {
    if (end - begin > LONGEST_STORED) throw bad(`is longer than ${LONGEST_LINE} bytes`);
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
      const length = measure(room, begin, from, end);
      if (length === undefined) break;
      if (length === 0) throw bad('is not in a Zstandard frame');
      yield { bytes: room.subarray(begin, begin + length), place: { offset, length } };
      offset += length;
      begin += length;
      from = begin;
    }
  }
  // Every complete line ends with a line feed, or with its frame: the rest was cut off, even if it happens to
  // parse.
  if (end > begin) onCut();
}

const plainLine: Measure = (room, begin, from, end) => {
  const at = room.subarray(from, end).indexOf(0x0a);
  return at < 0 ? undefined : from + at + 1 - begin;
};

const wholeFrame: Measure = (room, begin, _from, end) => frameLength(room, begin, end);
