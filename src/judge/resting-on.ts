import type { FactName, Judge } from '../vocabulary/check.ts';

/** The judge, whose findings count only where these facts are not broken: they may be effects of the same cause. */
export function restingOn<E>(facts: readonly FactName[], judge: Judge<E>): Judge<E> {
  return (evidence) => judge(evidence).map((finding) => ({ ...finding, restsOn: facts }));
}
