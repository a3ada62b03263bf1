import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { JOURNAL_FILE } from '../record/journal.ts';
import { NoRun } from '../report/recorded-run.ts';
import type {
  CheckLine,
  DiscoveryLine,
  EndLine,
  ExchangeLine,
  RecordLine,
  RunLine,
} from '../vocabulary/record.ts';

/** A record whose exchanges stay on disk and are found by who asked; results are in memory. */
export interface StoredRun {
  run: RunLine;
  end: EndLine | undefined;
  discoveries: DiscoveryLine[];
  results: Map<string, CheckLine>;
  /** The exchanges of one owner, by turn; reading one reads its line from disk. */
  exchangesOf(owner: string): ReadonlyMap<number, () => ExchangeLine>;
  close(): void;
}

/** Opens the record in a report's folder. Rejects with `NoRun` when it does not begin with a run. */
export async function openStoredRun(folder: string): Promise<StoredRun> {
  const path = join(folder, JOURNAL_FILE);
  const places = new Map<string, Map<number, () => ExchangeLine>>();
  const results = new Map<string, CheckLine>();
  const discoveries: DiscoveryLine[] = [];
  let run: RunLine | undefined;
  let end: EndLine | undefined;
  const file = openSync(path, 'r');
  try {
    for await (const { line, offset, length } of linesWithPlaces(path)) {
      if (line.type === 'run') run ??= line;
      else if (line.type === 'check') results.set(line.id, line);
      else if (line.type === 'discovery') discoveries.push(line);
      else if (line.type === 'end') end = line;
      else {
        const turns = places.get(line.owner) ?? new Map<number, () => ExchangeLine>();
        turns.set(line.turn, () => readLine(file, offset, length));
        places.set(line.owner, turns);
      }
    }
    if (!run) throw new NoRun('the record does not begin with a run');
  } catch (error) {
    closeSync(file);
    throw error;
  }
  const none: ReadonlyMap<number, () => ExchangeLine> = new Map();
  return {
    run,
    end,
    discoveries,
    results,
    exchangesOf: (owner) => places.get(owner) ?? none,
    close: () => closeSync(file),
  };
}

async function* linesWithPlaces(
  path: string,
): AsyncGenerator<{ line: RecordLine; offset: number; length: number }> {
  let offset = 0;
  let rest: Buffer[] = [];
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = piece.indexOf(0x0a); at >= 0; at = piece.indexOf(0x0a, from)) {
      const bytes = Buffer.concat([...rest, piece.subarray(from, at)]);
      yield { line: parse(bytes), offset, length: bytes.length };
      offset += bytes.length + 1;
      rest = [];
      from = at + 1;
    }
    if (from < piece.length) rest.push(piece.subarray(from));
  }
}

function readLine(file: number, offset: number, length: number): ExchangeLine {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const got = readSync(file, bytes, read, length - read, offset + read);
    if (got === 0) break;
    read += got;
  }
  return parse(bytes) as ExchangeLine;
}

function parse(bytes: Buffer): RecordLine {
  try {
    return JSON.parse(bytes.toString()) as RecordLine;
  } catch {
    throw new NoRun('the record holds a line that is no JSON: it was damaged');
  }
}
