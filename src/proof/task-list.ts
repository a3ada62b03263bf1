import { FAULTS, VARIANTS } from '../reference/deviations.ts';
import { globOver } from '../vocabulary/glob.ts';
import { coveringRows } from './pairs.ts';
import type { Task } from './tasks.ts';

/** The trials of one seed: the reference service itself, every fault, every variant, every pair of variants. */
export function tasksOf(seed: number, only: readonly string[], network: boolean): Task[] {
  const wanted = (id: string) => only.length === 0 || globOver(only)(id);
  const combinations = only.filter((id) => id.includes('+')).map((id) => id.split('+'));
  const rows = only.length === 0 ? coveringRows(VARIANTS).map((row) => row.map((variant) => variant.id)) : [];
  return [
    { kind: 'baseline', seed, network },
    ...[...rows, ...combinations].map((ids): Task => ({ kind: 'variants', ids, seed, network })),
    ...VARIANTS.filter(({ id }) => wanted(id)).map(
      ({ id }): Task => ({ kind: 'variants', ids: [id], seed, network }),
    ),
    ...FAULTS.filter(({ id }) => wanted(id)).flatMap(({ id, bases }): Task[] => [
      { kind: 'fault', id, seed, network },
      ...Object.entries(bases ?? {})
        .filter(([, shows]) => shows === 'shows')
        .map(([base]): Task => ({ kind: 'fault', id, base, seed, network })),
    ]),
  ];
}
