import { endOf } from './endpoint-timeline.ts';
import type { OwnCompletion } from './own-completions.ts';

/** Whether any two completions with responses were in flight at the same time. */
export function wereConcurrent(own: readonly OwnCompletion[]): boolean {
  const answered = own.filter(({ outcome }) => outcome === 'success');
  const inOrder = answered.toSorted((a, b) => a.exchange.startedAt - b.exchange.startedAt);
  let ended = Number.NEGATIVE_INFINITY;
  return inOrder.some((one) => {
    if (one.exchange.startedAt <= ended) return true;
    ended = Math.max(ended, endOf(one));
    return false;
  });
}
