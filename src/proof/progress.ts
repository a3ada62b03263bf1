import type { Io } from '../vocabulary/io.ts';

/** Number of progress lines in a log. */
const PARTS = 20;

/**
 * Counts finished tasks of `total`: on a terminal in a line that is rewritten, elsewhere with a line for each
 * twentieth, so that the log of an hour shows progress. `tell` writes a separate line at once. `seconds` returns
 * the time since the start.
 */
export function progress(
  total: number,
  { stderr }: Pick<Io, 'stderr'>,
  seconds: () => number,
): { step(): void; tell(line: string): void; end(): void } {
  let ended = 0;
  return {
    step() {
      ended++;
      if (stderr.isTTY) stderr.write(`\r${ended} of ${total} `);
      else if (
        total >= PARTS &&
        Math.floor((ended * PARTS) / total) > Math.floor(((ended - 1) * PARTS) / total)
      )
        stderr.write(`prove: ${ended} of ${total} after ${Math.round(seconds())} s\n`);
    },
    tell(line) {
      stderr.write(stderr.isTTY ? `\r\x1b[K${line}\n` : `prove: ${line}\n`);
    },
    end() {
      if (stderr.isTTY) stderr.write('\r\x1b[K');
    },
  };
}
