import { performance } from 'node:perf_hooks';

/** So much longer, in parts of the time allowed, a wait may take at most when this process is busy all the while. */
const MOST_EXTRA = 2;

/**
 * Calls `passed` when so many milliseconds went by in which this process waited. What it spends at work itself, on this body or on
 * others, is not counted: a large body is not late because its reader is slow.
 *
 * @returns what ends the wait
 */
export function deadline(ms: number, passed: () => void): () => void {
  const begun = performance.now();
  const before = performance.eventLoopUtilization();
  let timer = setTimeout(look, ms);
  function look(): void {
    const busy = Math.min(performance.eventLoopUtilization(before).active, MOST_EXTRA * ms);
    const left = ms + busy - (performance.now() - begun);
    if (left > 1) timer = setTimeout(look, left);
    else passed();
  }
  return () => clearTimeout(timer);
}
