import type { Check, DoubtingJudge, FactName, Judge } from '../vocabulary/check.ts';
import type { CheckId } from '../vocabulary/check-ids.ts';
import { isUndecidable } from '../vocabulary/undecidable.ts';

/**
 * A rule for every response of a kind that is requested anyway: a check without its requests, which the suite that
 * spreads the list adds. All lists of rules have this shape.
 */
export interface Rule<E>
  extends Pick<Check, 'title' | 'clauses' | 'level' | 'about' | 'ownSentence' | 'harm'> {
  id: CheckId;
  judge: Judge<E>;
}

/** The first rule of a list that the evidence violates; undefined if all hold. */
export function firstBroken<E, R extends Rule<E>>(rules: readonly R[], evidence: E): R | undefined {
  return rules.find(({ judge }) => judge(evidence).length > 0);
}

/** The judge, whose findings count only if these facts are not broken: they may have the same cause. */
export function restingOn<E>(facts: readonly FactName[], judge: DoubtingJudge<E>): DoubtingJudge<E> {
  return (evidence) => {
    const judged = judge(evidence);
    return isUndecidable(judged) ? judged : judged.map((finding) => ({ ...finding, restsOn: facts }));
  };
}
