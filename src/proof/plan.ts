import { FAULTS, FREEDOMS } from '../reference/deviations.ts';
import { fits } from '../reference/glob.ts';
import { coveringRows } from './pairs.ts';
import type { Task } from './tasks.ts';

/** The trials of one seed: the reference service itself, every fault, every freedom, every pair of freedoms. */
export function tasksOf(seed: number, only: readonly string[], network: boolean): Task[] {
  const wanted = (id: string) => only.length === 0 || fits(id, only);
  const combinations = only.filter((id) => id.includes('+')).map((id) => id.split('+'));
  const rows = only.length === 0 ? coveringRows(FREEDOMS).map((row) => row.map((freedom) => freedom.id)) : [];
  return [
    { kind: 'baseline', seed, network },
    ...[...rows, ...combinations].map((ids): Task => ({ kind: 'freedoms', ids, seed, network })),
    ...FREEDOMS.filter(({ id }) => wanted(id)).map(
      ({ id }): Task => ({ kind: 'freedoms', ids: [id], seed, network }),
    ),
    ...FAULTS.filter(({ id }) => wanted(id)).map(({ id }): Task => ({ kind: 'fault', id, seed, network })),
  ];
}
