import { setFlagsFromString } from 'node:v8';

/** Above this the collector is told to hurry; below, speed matters more. Bytes. */
const PLENTY = 190 * 1024 * 1024;
const LOOK_MS = 100;

/**
 * Keeps the memory of a long run small: the collector lets garbage pile up on a large machine, and a run that walks a
 * million records makes much of it. Once the process has grown, it is collected earlier, which costs some time. Returns
 * what ends the watch.
 */
export function watchMemory(): () => void {
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() < PLENTY) return;
    clearInterval(timer);
    setFlagsFromString('--semi-space-growth-factor=1');
    setFlagsFromString('--heap-growing-percent=20');
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
