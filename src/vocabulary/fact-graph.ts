import type { Check, FactName } from './check.ts';

/** The edges to a check: the facts that it names. */
export type Grounded = Pick<Check, 'id' | 'restsOn' | 'adaptsTo'>;

/** The facts that a check names. */
export const factsOf = ({ restsOn = [], adaptsTo = [] }: Omit<Grounded, 'id'>): FactName[] => [
  ...restsOn,
  ...adaptsTo,
];

/** Every fact that a check depends on, directly or through the owners of other facts, the nearest first. */
export function groundsOf(check: Grounded, checks: readonly Grounded[]): FactName[] {
  const owners = new Map<string, Grounded>(checks.map((one) => [one.id, one]));
  const grounds = new Set<FactName>(factsOf(check));
  // The set grows during the iteration.
  for (const fact of grounds) for (const deeper of factsOf(owners.get(fact) ?? {})) grounds.add(deeper);
  return [...grounds];
}
