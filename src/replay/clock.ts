import { setImmediate } from 'node:timers';
import type { Clock } from '../vocabulary/clock.ts';

/** A clock that recorded events move: they take place in the order of their times, one at a time. */
export interface ReplayClock extends Clock {
  /**
   * Calls `happen` when it is `at` (epoch milliseconds); the clock then shows `at`, even if it was later before.
   */
  schedule(at: number, happen: () => void): void;
}

interface Event {
  at: number;
  order: number;
  happen: () => void;
}

/**
 * Between two events all consequences of the first one have run, so that code that waited for a response sees its
 * original time.
 */
export function createReplayClock(start: number): ReplayClock {
  const events: Event[] = [];
  let now = start;
  let order = 0;
  let pumping = false;

  const pump = () => {
    const event = takeEarliest(events);
    if (!event) {
      pumping = false;
      return;
    }
    now = event.at;
    event.happen();
    setImmediate(pump);
  };
  const schedule = (at: number, happen: () => void) => {
    put(events, { at, order: order++, happen });
    if (pumping) return;
    pumping = true;
    setImmediate(pump);
  };
  return {
    now: () => now,
    schedule,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const onAbort = () => reject(signal?.reason);
        signal?.addEventListener('abort', onAbort, { once: true });
        schedule(now + ms, () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        });
      }),
  };
}

function before(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

/** Puts an event into a binary heap whose first element is the earliest. */
function put(heap: Event[], event: Event): void {
  let at = heap.push(event) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!before(event, heap[parent]!)) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = event;
}

function takeEarliest(heap: Event[]): Event | undefined {
  const [first] = heap;
  const last = heap.pop();
  if (!last || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child++;
    if (!before(heap[child]!, last)) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = last;
  return first;
}
