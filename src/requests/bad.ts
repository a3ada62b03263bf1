import type { BadRequest, RequestSpec } from '../vocabulary/exchange.ts';
import type { Constraint } from './constraints.ts';
import { jsonPost } from './planned.ts';
import { kindOf, probeId } from './probes.ts';

/** A POST that violates a constraint, billed if it is accepted. */
export function badPost(label: string, body: unknown, bad: BadRequest): RequestSpec {
  return { ...jsonPost(label, body), bad };
}

/** The kind of a violation of this constraint. */
export function badOf(constraint: Constraint, among: BadRequest['among'] = 'alone'): BadRequest {
  return { constraint: probeId(constraint), kind: kindOfBreach(constraint), among };
}

function kindOfBreach(constraint: Constraint): BadRequest['kind'] {
  const kind = constraint.keyword === 'type' && constraint.path.length <= 1 ? 'type' : kindOf(constraint);
  return kind as BadRequest['kind'];
}
