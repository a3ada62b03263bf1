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

/** A regular delay varies by so much. Milliseconds. */
const JITTER_MS = 300;

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
  const delays = movements.flatMap(({ from, to }) => sent.map((at) => (from + to) / 2 - at));
  const possible = new Map<string, number[]>();
  for (const delay of delays) {
    const owners = movements.map((movement) => ownerOf(movement, steps, sent, delay));
    if (owners.every((owner) => owner !== undefined)) possible.set(owners.join(), owners);
  }
  if (movements.length > 0 && possible.size !== 1) return undefined;
  const [owners = []] = possible.values();
  return steps.map((_, i) =>
    movements.reduce((sum, { growth }, j) => (owners[j] === i ? plus(sum, growth) : sum), NOTHING),
  );
}

/** The only step that a movement can belong to at this delay. */
function ownerOf(
  { from, to, growth }: Movement,
  steps: readonly (readonly OwnCompletion[])[],
  sent: readonly number[],
  delay: number,
): number | undefined {
  const due = (i: number) => sent[i]! + delay > from - JITTER_MS && sent[i]! + delay < to + JITTER_MS;
  const [owner, ...more] = [...steps.keys()].filter(due);
  if (owner === undefined || more.length > 0) return undefined;
  const equals = (own: readonly OwnCompletion[]) => hasTokensOf(growth, own);
  return equals(steps[owner]!) || !steps.some(equals) ? owner : undefined;
}
