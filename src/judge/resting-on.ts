import type { DoubtingJudge, FactName } from '../vocabulary/check.ts';
import { isUndecidable } from '../vocabulary/undecidable.ts';

/** The judge, whose findings count only if these facts are not broken: they may have the same cause. */
export function restingOn<E>(facts: readonly FactName[], judge: DoubtingJudge<E>): DoubtingJudge<E> {
  return (evidence) => {
    const judged = judge(evidence);
    return isUndecidable(judged) ? judged : judged.map((finding) => ({ ...finding, restsOn: facts }));
  };
}
