import type { Io } from '../vocabulary/io.ts';

/** Into how many parts a log is told of the way. */
const PARTS = 20;

/**
 * Counts what is done of `total`: on a terminal in a line that is written anew, elsewhere in a line for each twentieth, so that a
 * log of an hour shows how far it came. `tell` writes a line of its own at once. `seconds` tells the time since the start.
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
