import { createHash } from 'node:crypto';

/** A tenth of what has ids, rounded up: the same for the same seed, whatever its order. */
export function drawnTenth<T extends { id: string }>(all: readonly T[], seed: string): T[] {
  const place = ({ id }: T) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  return all.toSorted((a, b) => place(a).localeCompare(place(b))).slice(0, Math.ceil(all.length / 10));
}
