import { hash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../files/make-folder.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { JournalFailed } from '../vocabulary/journal-failed.ts';
import type { ExchangeLine, Recorder, StoredBytes } from '../vocabulary/record.ts';
import { Growth, packedFrame, plainFrame } from './frames.ts';
import { exchangeLine } from './lines.ts';

export { JournalFailed } from '../vocabulary/journal-failed.ts';

/**
 * The file with the record of a run in a report's folder, one JSON object per line, each line a Zstandard frame.
 */
export const JOURNAL_FILE = 'journal.jsonl.zst';
/** The format of version 0.1.0: plain lines. */
export const PLAIN_JOURNAL_FILE = 'journal.jsonl';

/**
 * The record of a run on disk. All data has passed the gate. Every line is written when the call returns, so that a
 * killed run loses nothing.
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
 * writable or has a run already; so do the writes if the disk is full.
 */
export function createJournal(folder: string): Journal {
  const path = join(folder, JOURNAL_FILE);
  const fd = attempt('the report folder', () => {
    makeFolder(folder);
    // 'x' instead of an earlier test: two runs that start at once must not share a record.
    return openSync(path, 'ax', 0o600);
  });
  let open = true;
  const inBytes = createEncoder();
  const growth = new Growth();
  /** Bodies of responses in the record, by digest: an equal one is written as a reference to its exchange. */
  const bodies = new Map<string, Held>();
  const put = (frame: Uint8Array, unpacked: number) => {
    if (!open) throw new JournalFailed('the record', { code: 'EBADF' });
    attempt('the record', () => {
      let written = 0;
      while (written < frame.length) written += writeSync(fd, frame, written);
    });
    growth.add(frame.length, unpacked);
  };
  const append = (line: object): number => {
    const bytes = inBytes(line);
    const frame = packedFrame(bytes);
    put(growth.allows(frame.length, bytes.length) ? frame : plainFrame(bytes), bytes.length);
    return bytes.length;
  };
  /** False if no earlier line has this body, or the record would exceed its unpacked limit. */
  const appendShortened = (line: ExchangeLine, first: Held | undefined): boolean => {
    const { response } = line;
    if (!response || !first) return false;
    const bytes = inBytes({ ...line, response: { ...response, body: { same: first.id } } });
    const frame = packedFrame(bytes);
    const unpacked = bytes.length + first.size;
    if (!growth.allows(frame.length, unpacked)) return false;
    put(frame, unpacked);
    return true;
  };
  return {
    path,
    write: (line) => void append(line),
    exchange(exchange) {
      const line = exchangeLine(exchange);
      const key = line.response && keyOf(line.response.body, exchange.response!.body.bytes);
      const first = key === undefined ? undefined : bodies.get(key);
      if (appendShortened(line, first)) return;
      const size = append(line);
      if (key !== undefined && !first) bodies.set(key, { id: line.id, size });
    },
    close() {
      if (!open) return;
      open = false;
      attempt('the record', () => {
        fsyncSync(fd);
        closeSync(fd);
      });
    },
  };
}

/** Lines up to this many characters share one buffer, so that a long run creates no garbage for them. */
const SHARED_ROOM = 1024 * 1024;
const LINE_FEED = 0x0a;

/** Writes lines as bytes; what it returns is valid until the next call. */
function createEncoder(): (line: object) => Buffer {
  let room: Buffer | undefined;
  return (line) => {
    // The line feed is added to the bytes: a longer text would be another copy of a large line.
    const text = JSON.stringify(line);
    if (text.length >= SHARED_ROOM) return Buffer.from(`${text}\n`);
    // UTF-8 needs at most three bytes for a UTF-16 unit.
    room ??= Buffer.allocUnsafeSlow(3 * SHARED_ROOM);
    const size = room.write(text);
    room[size] = LINE_FEED;
    return room.subarray(0, size + 1);
  };
}

/** Whether a folder contains a run's record. */
export function hasRun(folder: string): boolean {
  return [JOURNAL_FILE, PLAIN_JOURNAL_FILE].some((name) => existsSync(join(folder, name)));
}

function attempt<T>(what: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new JournalFailed(what, error);
  }
}

/** A shorter body is written again, since a reference would not save space. */
const WORTH_NAMING = 256;

/** The exchange that holds a body in the record, and the bytes of its line: the cost of reading the body. */
interface Held {
  id: string;
  size: number;
}

/** Equal bytes are stored alike; a digest of the text would encode it again. */
function keyOf(stored: StoredBytes, bytes: Uint8Array): string | undefined {
  const { length } = 'text' in stored ? stored.text : stored.base64;
  return length < WORTH_NAMING ? undefined : hash('sha256', bytes, 'base64');
}
