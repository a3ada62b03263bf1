import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { readBodyFile } from '../http/body-file.ts';
import { BadFile, openRegular } from '../http/regular-file.ts';
import type { Body, Exchange } from '../vocabulary/exchange.ts';
import type { ExchangeLine, RecordLine } from '../vocabulary/record.ts';
import { DEFAULTS } from '../vocabulary/settings.ts';
import { JOURNAL_FILE } from './journal.ts';
import { beyondBounds } from './json-bounds.ts';
import { shapeProblem } from './line-shape.ts';
import { restored } from './lines.ts';

/** A line of the record that is none: only its last one may be, when the run was killed. */
export class BadRecord extends Error {
  override name = 'BadRecord';
}

export interface ReadOptions {
  /** Told when the last line was cut off, with its number. */
  onCut?: (line: number) => void;
}

/** A line of the record, and where it lies in its file. */
export interface PlacedLine {
  line: RecordLine;
  offset: number;
  length: number;
}

/** Bytes of a line at most: a body of one MiB, however it has to be escaped, its headers and its reads need less. */
const LONGEST_LINE = 16 * 1024 * 1024;
/** Bytes of all lines together that are no exchanges at most: they are held in memory. A long run writes a few MB. */
const MOST_RESULTS = 64 * 1024 * 1024;
const BOUNDS = { depth: 64, parts: 200_000 };
/** A shorter line can't hold so much structure that it matters. */
const SHORT_LINE = 64 * 1024;

/** Opens the record in a folder. Rejects with `BadRecord` when it is a link, or no file. */
export async function openJournal(folder: string): Promise<FileHandle> {
  return openRegular(join(folder, JOURNAL_FILE)).catch((error) => {
    throw error instanceof BadFile ? new BadRecord(error.message) : error;
  });
}

/**
 * The lines of a run's record, one by one. A last line that was cut off is left out and reported; anything else that is
 * no line of a record throws `BadRecord` with its number.
 */
export async function* readJournal(folder: string, options: ReadOptions = {}): AsyncGenerator<RecordLine> {
  const file = await openJournal(folder);
  try {
    for await (const { line } of readPlacedLines(file, options)) yield line;
  } finally {
    await file.close();
  }
}

/** The same, with the place of each line in the file. */
export async function* readPlacedLines(
  file: FileHandle,
  options: ReadOptions = {},
): AsyncGenerator<PlacedLine> {
  const check = lineCheck();
  // One room for all: a record can be larger than the memory, and what is read of it is soon garbage.
  let room = Buffer.allocUnsafeSlow(ROOM);
  let [number, offset, begin, end] = [0, 0, 0, 0];
  for (;;) {
    if (end - begin > LONGEST_LINE) throw new BadRecord(tooLong(number + 1));
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
    for (let at = lineFeed(room, from, end); at >= 0; at = lineFeed(room, from, end)) {
      number += 1;
      const length = at - begin;
      yield { line: check(room.subarray(begin, at), number), offset, length };
      offset += length + 1;
      begin = at + 1;
      from = begin;
    }
  }
  // Every whole line ends in a line feed, so what is left over was cut, even if it happens to parse.
  if (end > begin) options.onCut?.(number + 1);
}

/** Bytes that are read at once; it grows for a longer line. */
const ROOM = 1024 * 1024;

const tooLong = (number: number) => `line ${number} of the record is longer than ${LONGEST_LINE} bytes`;

function lineFeed(bytes: Buffer, from: number, end: number): number {
  const at = bytes.subarray(from, end).indexOf(0x0a);
  return at < 0 ? -1 : from + at;
}

/** Parses lines in their order; throws `BadRecord` for one that no run writes. */
function lineCheck(): (bytes: Buffer, number: number) => RecordLine {
  const files = new Set<string>();
  let results = 0;
  return (bytes, number) => {
    const bad = (what: string) => new BadRecord(`line ${number} of the record ${what}`);
    const line = parseLine(bytes, bad);
    if (line.type !== 'exchange') results += bytes.length;
    if (results > MOST_RESULTS) throw bad(`comes after ${MOST_RESULTS} bytes of results`);
    const { file, size } = (line.type === 'exchange' && line.response) || {};
    if (file === undefined) return line;
    // The name may have been tampered with: it must not lead out of the folder, nor to what another body names.
    if (file !== `bodies/${(line as ExchangeLine).id}.gz`) throw bad('names a file that is not its own');
    if (files.has(file)) throw bad('names a file that another line names');
    if (size! > DEFAULTS.maxBody) throw bad(`tells of a body of more than ${DEFAULTS.maxBody} bytes`);
    files.add(file);
    return line;
  };
}

/** The line that these bytes hold. Throws what `bad` makes of the reason, when it is none. */
function parseLine(bytes: Buffer, bad: (what: string) => Error): RecordLine {
  if (bytes.length > LONGEST_LINE) throw bad(`is longer than ${LONGEST_LINE} bytes`);
  if (!isUtf8(bytes)) throw bad('is no UTF-8');
  const beyond = bytes.length > SHORT_LINE ? beyondBounds(bytes, BOUNDS) : undefined;
  if (beyond) throw bad(beyond);
  let line: unknown;
  try {
    line = JSON.parse(bytes.toString());
  } catch {
    throw bad('is no JSON');
  }
  const problem = shapeProblem(line);
  if (problem) throw bad(problem);
  return line as RecordLine;
}

/** The exchange that a line of the record holds; a large body is read from its file in the folder when asked for. */
export function toExchange(line: ExchangeLine, folder: string): Exchange {
  const { request, response } = line;
  return {
    id: line.id,
    owner: line.owner,
    turn: line.turn,
    label: line.label,
    credential: line.credential,
    request: { ...request, body: restored(request.body) },
    ...(response && {
      response: {
        status: response.status,
        statusText: response.statusText,
        httpVersion: response.httpVersion,
        headers: response.headers,
        body: bodyOf(response, folder),
        coding: response.coding,
        wireBytes: response.wireBytes,
        reads: response.reads,
        ...(response.leaks && { leaks: response.leaks }),
        ...(response.leakedIn && { leakedIn: response.leakedIn }),
      },
    }),
    ...(line.failure && { failure: line.failure }),
    ...(line.billable && { billable: line.billable }),
    startedAt: line.startedAt,
    timing: line.timing,
  };
}

function bodyOf(response: NonNullable<ExchangeLine['response']>, folder: string): Body {
  const bytes = restored(response.body);
  const { size, file } = response;
  if (file === undefined) return { size, bytes, whole: bytes.length === size, pieces: () => [bytes] };
  // The name comes from a file that may have been tampered with: it must not lead out of the folder.
  if (!/^bodies\/e\d+\.gz$/.test(file)) throw new BadRecord('a body lies outside the folder of its record');
  return {
    size,
    bytes,
    whole: false,
    file,
    pieces: () => readBodyFile(join(folder, file), size),
  };
}
