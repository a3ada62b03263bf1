import type { AnyDeviation, Fault, Freedom } from './deviation.ts';
import { FAULTS } from './faults/index.ts';
import { FREEDOMS } from './freedoms/index.ts';

export type { AnyDeviation, Fault, Freedom };
export { FAULTS, FREEDOMS };

const byId = new Map<string, AnyDeviation>([...FAULTS, ...FREEDOMS].map((d) => [d.id, d]));

/** The fault or freedom of this id. */
export function findDeviation(id: string): AnyDeviation | undefined {
  return byId.get(id);
}
