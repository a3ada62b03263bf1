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
  const bodies = new EqualBodies();
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
  /** False if the record would exceed its unpacked limit. */
  const appendShortened = (line: ExchangeLine): boolean => {
    const short = bodies.shortened(line);
    if (!short) return false;
    const bytes = inBytes(short.line);
    const frame = packedFrame(bytes);
    const unpacked = bytes.length + short.named;
    if (!growth.allows(frame.length, unpacked)) return false;
    put(frame, unpacked);
    return true;
  };
  return {
    path,
    write: (line) => void append(line),
    exchange(exchange) {
      const line = exchangeLine(exchange);
      if (!appendShortened(line)) bodies.note(line, append(line));
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

/** The line with a reference to an earlier exchange in place of an equal body, and the cost of reading that one. */
interface Shortened {
  line: object;
  /** Bytes of the line with the body. */
  named: number;
}

/** Bodies of responses in the record: an equal one is written as a reference to its exchange. */
class EqualBodies {
  readonly #first = new Map<string, { id: string; size: number }>();
  /** Of the last line: the digest of a large body takes time. */
  #last: { line?: ExchangeLine; key?: string | undefined } = {};

  /** The short form of the line, if an earlier one has its body. */
  shortened(line: ExchangeLine): Shortened | undefined {
    const { response } = line;
    const key = this.#keyOf(line);
    const first = key === undefined ? undefined : this.#first.get(key);
    if (!response || !first) return undefined;
    return { line: { ...line, response: { ...response, body: { same: first.id } } }, named: first.size };
  }

  /** Records a line that was written in full, and its size. */
  note(line: ExchangeLine, size: number): void {
    const key = this.#keyOf(line);
    if (key !== undefined && !this.#first.has(key)) this.#first.set(key, { id: line.id, size });
  }

  #keyOf(line: ExchangeLine): string | undefined {
    if (this.#last.line !== line) this.#last = { line, key: line.response && keyOf(line.response.body) };
    return this.#last.key;
  }
}

function keyOf(body: StoredBytes): string | undefined {
  const [kind, content] = 'text' in body ? ['t', body.text] : ['b', body.base64];
  if (content.length < WORTH_NAMING) return undefined;
  return kind + hash('sha256', content, 'base64');
}
