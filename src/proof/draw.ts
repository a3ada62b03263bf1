import { FAULTS } from '../reference/deviations/index.ts';
import { randomStream } from '../vocabulary/random.ts';

/** Faults that are switched on together in one service. */
export interface Cocktail {
  seed: number;
  /** In the order in which they lie over each other. */
  ids: readonly string[];
}

/** How many faults lie together in one service. */
const FAULTS_IN_COCKTAIL = 12;

/**
 * Draws cocktails of twelve different faults out of all that can be decided, each by a seed of its own, counted on from `seed`.
 * The same seed and the same list of faults give the same cocktails.
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
