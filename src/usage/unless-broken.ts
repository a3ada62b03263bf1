import { type CheckContext, Inconclusive, type Judge } from '../vocabulary/check.ts';
import type { CheckId } from '../vocabulary/check-ids.ts';

/**
 * A judge beside what other checks, which are considered, found broken: what is wrong here may be the same, so only that
 * nothing is wrong says something.
 */
export function unlessBroken<E>(
  context: CheckContext,
  causes: readonly CheckId[],
  judge: Judge<E>,
): Judge<E> {
  const cause = causes.find((id) => !context.stands(id));
  if (cause === undefined) return judge;
  return (evidence) => {
    if (judge(evidence).length === 0) return [];
    throw new Inconclusive(`may be caused by ${cause}`, [], cause);
  };
}
