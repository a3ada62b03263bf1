import type { CheckLine } from '../vocabulary/record.ts';
import { createPalette, VERDICT_COLOUR, wantsColours } from './palette.ts';
import { oneLine, shorten } from './text.ts';
import { FOREIGN } from './verdict-map.ts';

/** Where progress is shown; a part of what `process.stderr` is. */
export interface ProgressStream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** Follows a run check by check. */
export interface Progress {
  result(line: CheckLine): void;
  /** Clears the live line; nothing is shown afterwards. */
  end(): void;
}

/** Verdicts that are worth a line of their own as they come. */
const TOLD: ReadonlySet<CheckLine['verdict']> = new Set(['fail', 'error', 'warn', 'inconclusive']);
/** Without a terminal, so many lines at most tell how far the run is. */
const STEPS = 10;

/** A live line in a terminal; elsewhere a line for every tenth of the checks. What went wrong gets its own line in both. */
export function createProgress(
  stream: ProgressStream,
  total: number,
  env: Record<string, string | undefined> = process.env,
): Progress {
  const live = stream.isTTY === true && env.TERM !== 'dumb' && !env.CI;
  const paint = createPalette(wantsColours(stream, env));
  const counts = new Map<CheckLine['verdict'], number>();
  let done = 0;
  let ended = false;

  const told = (line: CheckLine) => {
    const { mark, word } = FOREIGN[line.verdict];
    return `${paint(VERDICT_COLOUR[line.verdict], `${mark} ${word}`)} ${line.id}: ${oneLine(shorten(line.message, 200))}\n`;
  };
  const state = (last: string) => {
    const parts = [...counts].map(([verdict, n]) => `${FOREIGN[verdict].mark} ${n}`);
    return `${done}/${total}  ${parts.join('  ')}  ${last}`.slice(
      0,
      Math.max(20, (stream.columns || 80) - 1),
    );
  };

  return {
    result(line) {
      if (ended) return;
      done++;
      counts.set(line.verdict, (counts.get(line.verdict) ?? 0) + 1);
      const text = TOLD.has(line.verdict) ? told(line) : '';
      if (live) {
        stream.write(`\r\u001b[2K${text}${state(line.id)}`);
      } else {
        const step = Math.floor((done * STEPS) / total) > Math.floor(((done - 1) * STEPS) / total);
        stream.write(step ? `${text}${done}/${total} checks done\n` : text);
      }
    },
    end() {
      if (live && !ended) stream.write('\r\u001b[2K');
      ended = true;
    },
  };
}
