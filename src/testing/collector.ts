import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The collector of garbage. Node gives it to nobody who did not ask for it when it was started, except this way. */
export function exposedCollector(options?: object): () => void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  return typeof gc === 'function' ? () => void gc(options) : () => {};
}
