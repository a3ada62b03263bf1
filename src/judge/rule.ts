import type { Check, Judge } from '../vocabulary/check.ts';
import type { CheckId } from '../vocabulary/check-ids.ts';

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
