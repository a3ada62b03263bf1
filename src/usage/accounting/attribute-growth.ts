import { NOTHING, plus, type Totals } from '../measures.ts';
import { hasTokensOf } from './bounds.ts';
import { endOf } from './endpoint-timeline.ts';
import type { OwnCompletion } from './own-completions.ts';

/** Growth of an endpoint between two readings; epoch milliseconds of the run's clock. */
export interface Movement {
  from: number;
  to: number;
  growth: Totals;
}

/** How much a regular delay may vary in milliseconds: the least variation that explains all movements counts. */
const JITTERS_MS = [0, 300];

/**
 * The growth of each step, if steps were sent one after the other without awaiting their growth. That is decidable
 * if the service counts all of them with the same delay: each movement then belongs to one step. A movement that
 * equals the usage of another step disproves the delay. Undefined if several delays are possible, or none is.
 */
export function attributeGrowth(
  steps: readonly (readonly OwnCompletion[])[],
  movements: readonly Movement[],
): Totals[] | undefined {
  const sent = steps.map((own) => Math.max(...own.map(endOf)));
  const delays = movements.flatMap(({ from }) => sent.map((at) => from - at));
  const possible = new Map<string, number[]>();
  for (const jitter of JITTERS_MS) {
    if (possible.size > 0) break;
    for (const delay of delays) {
      const owners = movements.map((movement) =>
        ownerOf(
          movement,
          steps,
          sent.map((at) => at + delay),
          jitter,
        ),
      );
      if (owners.every((owner) => owner !== undefined)) possible.set(owners.join(), owners);
    }
  }
  if (movements.length > 0 && possible.size !== 1) return undefined;
  const [owners = []] = possible.values();
  return steps.map((_, i) =>
    movements.reduce((sum, { growth }, j) => (owners[j] === i ? plus(sum, growth) : sum), NOTHING),
  );
}

/** The only step that a movement can belong to, if the steps are counted at these times. */
function ownerOf(
  { from, to, growth }: Movement,
  steps: readonly (readonly OwnCompletion[])[],
  due: readonly number[],
  jitter: number,
): number | undefined {
  const gaps = due.map((at, i) => ({ i, gap: Math.max(0, from - at, at - to) }));
  const [nearest, next] = gaps.toSorted((a, b) => a.gap - b.gap);
  if (!nearest || nearest.gap > jitter || next?.gap === nearest.gap) return undefined;
  const equals = (own: readonly OwnCompletion[]) => hasTokensOf(growth, own);
  return equals(steps[nearest.i]!) || !steps.some(equals) ? nearest.i : undefined;
}
