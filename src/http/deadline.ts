import { performance } from 'node:perf_hooks';

/** Maximum extension of a wait, as a multiple of the allowed time, while this process is busy. */
const MOST_EXTRA = 2;

/** A pending wait. */
export interface Deadline {
  /** Restarts it after new data. */
  restart(): void;
  /** Ends it. */
  end(): void;
}

/**
 * Calls `passed` after this process has waited for so many milliseconds. Time that it spends on work is not
 * counted: a large body is not late because its reader is slow. Before the call, data that arrived while the
 * process was busy is read.
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
