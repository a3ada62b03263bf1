import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { readBodyFile } from '../http/body-file.ts';
import type { Body, Exchange } from '../vocabulary/exchange.ts';
import type { ExchangeLine, RecordLine } from '../vocabulary/record.ts';
import { JOURNAL_FILE } from './journal.ts';
import { restored } from './lines.ts';

/** A line of the record that is none: only its last one may be, when the run was killed. */
export class BadRecord extends Error {
  override name = 'BadRecord';
}

export interface ReadOptions {
  /** Told when the last line was cut off, with its number. */
  onCut?: (line: number) => void;
}

/**
 * The lines of a run's record, one by one. A last line that was cut off is left out and reported; anything else that is
 * no JSON object throws `BadRecord` with the line's number.
 */
export async function* readJournal(folder: string, options: ReadOptions = {}): AsyncGenerator<RecordLine> {
  let number = 0;
  const file = await open(join(folder, JOURNAL_FILE));
  try {
    // One room for all: a record can be larger than the memory, and what is read of it is soon garbage.
    let room = Buffer.allocUnsafeSlow(ROOM);
    let begin = 0;
    let end = 0;
    for (;;) {
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
        yield parse(room.subarray(begin, at), number);
        begin = at + 1;
        from = begin;
      }
    }
    // Every whole line ends in a line feed, so what is left over was cut, even if it happens to parse.
    if (end > begin) options.onCut?.(number + 1);
  } finally {
    await file.close();
  }
}

/** Bytes that are read at once; it grows for a longer line. */
const ROOM = 1024 * 1024;

function lineFeed(bytes: Buffer, from: number, end: number): number {
  const at = bytes.subarray(from, end).indexOf(0x0a);
  return at < 0 ? -1 : from + at;
}

function parse(bytes: Buffer, number: number): RecordLine {
  let line: unknown;
  try {
    line = JSON.parse(bytes.toString());
  } catch {
    throw new BadRecord(`line ${number} of the record is no JSON`);
  }
  if (line === null || typeof line !== 'object' || typeof (line as RecordLine).type !== 'string') {
    throw new BadRecord(`line ${number} of the record has no type`);
  }
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
