import type { BadRequest, RequestSpec } from '../vocabulary/exchange.ts';
import type { Constraint } from './constraints.ts';
import { jsonPost } from './planned.ts';
import { probeId } from './probes.ts';

/** A POST that violates a constraint, billed if it is accepted. */
export function badPost(label: string, body: unknown, bad: BadRequest): RequestSpec {
  return { ...jsonPost(label, body), bad };
}

/** The kind of a violation of this constraint. */
export function badOf(constraint: Constraint, among: BadRequest['among'] = 'alone'): BadRequest {
  return { constraint: probeId(constraint), kind: kindOfBreach(constraint), among };
}

function kindOfBreach({ path, keyword }: Constraint): BadRequest['kind'] {
  if (path.length > 1) return 'nested';
  switch (keyword) {
    case 'required':
      return 'missing';
    case 'additionalProperties':
      return 'unknown';
    case 'enum':
    case 'const':
      return 'enumeration';
    case 'type':
      return 'type';
    default:
      return 'bound';
  }
}
