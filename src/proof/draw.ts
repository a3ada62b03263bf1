import { FAULTS } from '../../reference/src/deviations/index.ts';
import { randomStream } from '../vocabulary/random.ts';

/** Faults that are enabled together in one service. */
export interface Cocktail {
  seed: number;
  /** In the order in which they are applied. */
  ids: readonly string[];
}

/** Number of faults in one service. */
const FAULTS_IN_COCKTAIL = 12;

/**
 * Draws combinations of twelve different decidable faults, each with its own seed, counted on from `seed`. The same
 * seed and the same list of faults yield the same combinations.
 */
export function drawCocktails(count: number, seed: number): Cocktail[] {
  return Array.from({ length: count }, (_, i) => ({ seed: seed + i, ids: drawn(seed + i) }));
}

function drawn(seed: number): string[] {
  const random = randomStream(`cocktail ${seed}`);
  const left = FAULTS.filter((fault) => !fault.undecidable).map((fault) => fault.id);
  const ids: string[] = [];
  while (ids.length < FAULTS_IN_COCKTAIL && left.length > 0) {
    ids.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return ids;
}
