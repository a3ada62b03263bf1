import { readFileSync } from 'node:fs';

/**
 * How long this thread could have run and had no processor, in seconds since it began: what else the machine does. 0 where
 * the system does not tell.
 */
export function queuedSeconds(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e9;
  } catch {
    return 0;
  }
}
