import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Exchange } from '../vocabulary/exchange.ts';
import { JournalFailed } from '../vocabulary/journal-failed.ts';
import type { Recorder, RecordLine } from '../vocabulary/record.ts';
import { exchangeLine } from './lines.ts';

export { JournalFailed } from '../vocabulary/journal-failed.ts';

/** The file in a report's folder that holds the run, one JSON object a line. */
export const JOURNAL_FILE = 'journal.jsonl';

/**
 * The record of a run on disk. It writes what it is given: all of that has been through the gate. Every line is there as
 * soon as the call returns, so that a killed run loses nothing.
 */
export interface Journal extends Recorder {
  readonly path: string;
  /** An exchange that has been through the gate. */
  exchange(exchange: Exchange): void;
  /** Sees to it that the disk has it all. */
  close(): void;
}

/**
 * Begins a run's record in the folder, which is made when it isn't there. Throws `JournalFailed` for a folder that can't
 * be written or holds a run already; so do the writes, when the disk fills up.
 */
export function createJournal(folder: string): Journal {
  const path = join(folder, JOURNAL_FILE);
  const fd = attempt('the report folder', () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // 'x' and not a look before: two runs that start at once must not share a record.
    return openSync(path, 'ax', 0o600);
  });
  let open = true;
  const inUtf8 = createEncoder();
  const append = (line: RecordLine) => {
    if (!open) throw new JournalFailed('the record', { code: 'EBADF' });
    const bytes = inUtf8(`${JSON.stringify(line)}\n`);
    attempt('the record', () => {
      let written = 0;
      while (written < bytes.length) written += writeSync(fd, bytes, written);
    });
  };
  return {
    path,
    write: append,
    exchange: (exchange) => append(exchangeLine(exchange)),
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

/** Lines up to this many characters share one buffer, so that a long run leaves no garbage of its record behind. */
const SHARED_ROOM = 1024 * 1024;

/** Encodes text; what it returns is valid until the next call. */
function createEncoder(): (text: string) => Buffer {
  let room: Buffer | undefined;
  return (text) => {
    if (text.length > SHARED_ROOM) return Buffer.from(text);
    // UTF-8 takes three bytes at most for a UTF-16 unit.
    room ??= Buffer.allocUnsafeSlow(3 * SHARED_ROOM);
    return room.subarray(0, room.write(text));
  };
}

/** Whether a folder holds a run's record. */
export function hasRun(folder: string): boolean {
  return existsSync(join(folder, JOURNAL_FILE));
}

function attempt<T>(what: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new JournalFailed(what, error);
  }
}
