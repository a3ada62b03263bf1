import type { CheckLine } from '../vocabulary/record.ts';
import { boundaryValues } from './breaking.ts';
import { type Constraint, requestConstraints, slugOf } from './constraints.ts';
import { probeId } from './probes.ts';

/** One constraint of the request, and whether a run exercised it. */
export interface ConstraintCoverage {
  /** Its position: a JSON pointer, `*` for every element. */
  pointer: string;
  keyword: string;
  clause: string;
  /** The checks that violate it, and that test its bound. */
  checks: readonly string[];
  /** True if all of them were decided. */
  exercised: boolean;
}

const DECIDED: ReadonlySet<string> = new Set(['pass', 'fail', 'warn']);

/** Which constraints of the request schema a run exercised, in the order of the schema. */
export function constraintCoverage(
  results: readonly Pick<CheckLine, 'id' | 'verdict'>[],
): ConstraintCoverage[] {
  const verdicts = new Map(results.map(({ id, verdict }) => [id, verdict]));
  return requestConstraints().map((constraint) => {
    const checks = checksOf(constraint);
    return {
      pointer: constraint.path.length > 0 ? `/${constraint.path.join('/')}` : '',
      keyword: constraint.keyword,
      clause: constraint.clause,
      checks,
      exercised: checks.every((id) => DECIDED.has(verdicts.get(id) ?? '')),
    };
  });
}

function checksOf(constraint: Constraint): string[] {
  // A body that is not an object cannot be recognized as a request: the malformed requests cover it.
  if (constraint.path.length === 0) return ['request/unparsable-no-object'];
  const side =
    boundaryValues(constraint).length > 0
      ? [`request/${slugOf(constraint.path)}-at-${constraint.keyword}`]
      : [];
  return [probeId(constraint), ...side];
}
