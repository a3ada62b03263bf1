import { performance } from 'node:perf_hooks';

/** So much longer, in parts of the time allowed, a wait may take at most when this process is busy all the while. */
const MOST_EXTRA = 2;

/** A wait that is under way. */
export interface Deadline {
  /** Begins it anew, because something came. */
  restart(): void;
  /** Ends it. */
  end(): void;
}

/**
 * Calls `passed` when so many milliseconds went by in which this process waited. What it spends at work itself, on this body or on
 * others, is not counted: a large body is not late because its reader is slow. Before that, what came while the process was
 * busy is read.
 */
export function deadline(ms: number, passed: () => void): Deadline {
  let begun = performance.now();
  let before = performance.eventLoopUtilization();
  let isLastLook = false;
  let timer = setTimeout(look, ms);
  function look(): void {
    const busy = Math.min(performance.eventLoopUtilization(before).active, MOST_EXTRA * ms);
    const left = ms + busy - (performance.now() - begun);
    if (left <= 1 && isLastLook) passed();
    else {
      isLastLook = left <= 1;
      timer = setTimeout(look, Math.max(1, left));
    }
  }
  return {
    restart() {
      begun = performance.now();
      before = performance.eventLoopUtilization();
      isLastLook = false;
    },
    end: () => clearTimeout(timer),
  };
}
