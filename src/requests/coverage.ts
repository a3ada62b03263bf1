import type { CheckLine } from '../vocabulary/record.ts';
import { boundaryValues } from './breaking.ts';
import { type Constraint, requestConstraints, slugOf } from './constraints.ts';
import { probeId } from './probes.ts';

/** One constraint of the request, and whether a run exercised it. */
export interface ConstraintCoverage {
  /** Where it rules: a JSON pointer, `*` for every element. */
  pointer: string;
  keyword: string;
  clause: string;
  /** The checks that break it, and that try its bound. */
  checks: readonly string[];
  /** True when all of them came to a verdict about the target. */
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
  // A body that is no object cannot even be told to be a request: those are among the malformed ones.
  if (constraint.path.length === 0) return ['request/unparsable-no-object'];
  const side =
    boundaryValues(constraint).length > 0
      ? [`request/${slugOf(constraint.path)}-at-${constraint.keyword}`]
      : [];
  return [probeId(constraint), ...side];
}
