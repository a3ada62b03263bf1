import type { AnyDeviation, Fault, Variant } from '../deviation.ts';
import { FAULTS } from '../faults/index.ts';
import { VARIANTS } from '../variants/index.ts';

export type { AnyDeviation, Fault, Variant };
export { FAULTS, VARIANTS };

const byId = new Map<string, AnyDeviation>([...FAULTS, ...VARIANTS].map((d) => [d.id, d]));

/** The fault or variant of this id. */
export function findDeviation(id: string): AnyDeviation | undefined {
  return byId.get(id);
}
