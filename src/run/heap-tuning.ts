import { setFlagsFromString } from 'node:v8';
import { exposedCollector } from '../vocabulary/collector.ts';

/**
 * Keeps the memory of a run small: on a large machine the collector lets garbage pile up, and a run that walks a million
 * records makes much of it. From here on it is collected earlier, which costs a few percent of the time.
 *
 * @returns what gives back at once all that is no longer needed, which takes a tenth of a second
 */
export function tuneHeap(): () => void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=30');
  // At start the room of what is new has grown, and nothing else gives it back.
  const shrink = exposedCollector({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  shrink();
  // While it marks what is old, the collector lets what is new grow, by 25 MB on a busy machine, and then keeps the pages of
  // that for later. Now nothing is being marked.
  setFlagsFromString('--no-separate-gc-phases');
  // Short buffers share a pool, and any one of them keeps all of it.
  Buffer.poolSize = POOL;
  const collect = exposedCollector();
  let kept = 0;
  let shrunk = performance.now();
  setInterval(() => {
    const { arrayBuffers, rss } = memory() ?? { arrayBuffers: 0, rss: 0 };
    if (rss > LARGE && performance.now() > shrunk + SELDOM_MS) {
      shrink();
      shrunk = performance.now();
    } else if (arrayBuffers > kept + BUFFERS) collect();
    else return;
    kept = memory()?.arrayBuffers ?? kept;
  }, OFTEN_MS).unref();
  return shrink;
}

/** What the process needs; undefined where no file may be opened any more, as Linux tells of memory in one. */
function memory(): { arrayBuffers: number; rss: number } | undefined {
  try {
    return process.memoryUsage();
  } catch {
    return undefined;
  }
}

/** Bytes of buffers beyond those that were kept the last time: the collector itself waits until they are several times as many. */
const BUFFERS = 16 * 1024 * 1024;
/** Bytes of the process from which it gives back what it can. */
const LARGE = 235e6;
const OFTEN_MS = 750;
const SELDOM_MS = 1_500;
const POOL = 8 * 1024;
