import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The garbage collector. Node exposes it only at startup, or in this way. */
export function exposedCollector(options?: object): () => void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  return typeof gc === 'function' ? () => void gc(options) : () => {};
}
