import { hash } from 'node:crypto';
import { existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../files/make-folder.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { JournalFailed } from '../vocabulary/journal-failed.ts';
import type { ExchangeLine, Recorder, StoredBytes } from '../vocabulary/record.ts';
import { FrameWriter, LARGEST_BATCH } from './frame-writer.ts';
import { exchangeLine } from './lines.ts';

export { JournalFailed } from '../vocabulary/journal-failed.ts';

/**
 * The file with the record of a run in a report's folder, one JSON object per line, in Zstandard frames of whole
 * lines.
 */
export const JOURNAL_FILE = 'journal.jsonl.zst';
/** The format of version 0.1.0: plain lines. */
export const PLAIN_JOURNAL_FILE = 'journal.jsonl';

/**
 * The record of a run on disk. All data has passed the gate. Writes throw `JournalFailed` if the disk is full (see
 * `FrameWriter`).
 */
export interface Journal extends Recorder {
  readonly path: string;
  /** An exchange that has passed the gate. */
  exchange(exchange: Exchange): void;
  /** Flushes everything to the disk. */
  close(): void;
}

/**
 * Begins a run's record in the folder, which is created if necessary. Throws `JournalFailed` if the folder is not
 * writable or has a run already.
 */
export function createJournal(folder: string): Journal {
  const path = join(folder, JOURNAL_FILE);
  const writer = new FrameWriter(created(folder, path));
  /** Bodies of responses in the record, by digest: an equal one is written as a reference to its exchange. */
  const bodies = new Map<string, Held>();
  return {
    path,
    write: (line) => void writer.add(line),
    exchange(exchange) {
      const line = exchangeLine(exchange);
      const key = line.response && keyOf(line.response.body, exchange.response!.body.bytes);
      const first = key === undefined ? undefined : bodies.get(key);
      if (first && writer.addReference(referringTo(first, line), first.size)) return;
      const size = writer.add(line);
      if (key !== undefined && !first) bodies.set(key, { id: line.id, size: Math.max(size, LARGEST_BATCH) });
    },
    close: () => writer.close(),
  };
}

function created(folder: string, path: string): number {
  try {
    makeFolder(folder);
    // 'x' instead of an earlier test: two runs that start at once must not share a record.
    return openSync(path, 'ax', 0o600);
  } catch (error) {
    throw new JournalFailed('the report folder', error);
  }
}

const referringTo = ({ id }: Held, line: ExchangeLine) => ({
  ...line,
  response: { ...line.response, body: { same: id } },
});

/** Whether a folder contains a run's record. */
export function hasRun(folder: string): boolean {
  return [JOURNAL_FILE, PLAIN_JOURNAL_FILE].some((name) => existsSync(join(folder, name)));
}

/** A shorter body is written again, since a reference would not save space. */
const WORTH_NAMING = 256;

/** The exchange that holds a body in the record, and the largest size of its frame: the cost of reading the body. */
interface Held {
  id: string;
  size: number;
}

/** Equal bytes are stored alike; a digest of the text would encode it again. */
function keyOf(stored: StoredBytes, bytes: Uint8Array): string | undefined {
  const { length } = 'text' in stored ? stored.text : stored.base64;
  return length < WORTH_NAMING ? undefined : hash('sha256', bytes, 'base64');
}
