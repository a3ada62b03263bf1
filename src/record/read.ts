import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { ExchangeLine, RecordLine } from '../record.ts';
import type { Body, Exchange } from '../target/exchange.ts';
import { readBodyFile } from './body-file.ts';
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
  let rest: Buffer[] = [];
  for await (const piece of createReadStream(join(folder, JOURNAL_FILE))) {
    let from = 0;
    for (let at = piece.indexOf(0x0a); at >= 0; at = piece.indexOf(0x0a, from)) {
      rest.push(piece.subarray(from, at));
      number += 1;
      yield parse(Buffer.concat(rest), number);
      rest = [];
      from = at + 1;
    }
    if (from < piece.length) rest.push(piece.subarray(from));
  }
  // Every whole line ends in a line feed, so what is left over was cut, even if it happens to parse.
  if (rest.length > 0) options.onCut?.(number + 1);
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
