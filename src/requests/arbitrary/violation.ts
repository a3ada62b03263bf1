import fc from 'fast-check';
import { validate } from '../../contract/schemas.ts';
import { breakingValues, IN_CAPITALS } from '../breaking.ts';
import { carrierOf } from '../carriers.ts';
import { type Constraint, requestConstraints } from '../constraints.ts';
import { capitalized, edited, type Json } from '../edit.ts';
import { limited } from '../probes.ts';
import { otherMembersOf } from './other-members.ts';

/** A request that violates one constraint, among other valid members. */
export interface Violation {
  constraint: Constraint;
  body: Json;
  /** The same request without the violation. */
  base: Json;
  /** The violation, in words. */
  what: string;
}

/** All constraints that a body can violate, without the body itself. */
export function breakable(): Constraint[] {
  return requestConstraints().filter(({ path }) => path.length > 0);
}

/**
 * Requests that violate exactly one constraint: a valid request, a drawn violation, and every other allowed
 * optional member (`full`), or any of them. Shrinks towards no optional members; the constraint is kept.
 */
export function violationsOf(
  constraint: Constraint,
  model: string,
  extent: 'full' | 'some',
): fc.Arbitrary<Violation> {
  const { row, path } = carrierOf(constraint, model);
  const [top] = path as [string];
  return fc
    .tuple(broken(constraint, extent), otherMembersOf(row.body, top, extent))
    .map(([value, company]): Violation => {
      const base = { ...row.body, ...company };
      const body = edited(limited(base, top), path, value);
      const how =
        value === IN_CAPITALS ? `is written ${capitalized(path.at(-1)!)}` : `violates ${constraint.keyword}`;
      return { constraint, body, base, what: `${path.join('.')} ${how}` };
    })
    .filter(({ body }) => breaksOnly(constraint, body));
}

/** Words that no enumeration contains. Made once, since this takes most of the time. */
const NONSENSE = fc.stringMatching(/^zzz-[a-z]{1,8}$/);

function broken(constraint: Constraint, extent: 'full' | 'some'): fc.Arbitrary<unknown> {
  const listed = fc.constantFrom(...breakingValues(constraint));
  const { minimum, maximum, type } = constraint.schema;
  const step = [type].flat().includes('number') ? 1e-9 : 1;
  // Among all other members the value next to the bound, which a service that clamps or rounds accepts too.
  const beyond = (far: fc.Arbitrary<number>) =>
    extent === 'full' ? fc.constant(breakingValues(constraint)[0]) : fc.oneof(listed, far);
  const distance =
    step === 1
      ? fc.integer({ min: 1, max: 1_000_000 })
      : // Also written with exponents; all distinguishable in single precision.
        fc.oneof(fc.constantFrom(1e-6, 1e30), fc.double({ min: 1e-6, max: 1e6, noNaN: true }));
  switch (constraint.keyword) {
    case 'minimum':
      return beyond(distance.map((d) => minimum! - d));
    case 'maximum':
      return beyond(distance.map((d) => maximum! + d));
    case 'enum':
    case 'const':
      return fc.oneof(listed, NONSENSE);
    case 'required':
      // Where the object is closed, another name is a second violation.
      return constraint.path.length > 1 ? fc.constant(IN_CAPITALS) : listed;
    default:
      return listed;
  }
}

/** The oracle, which does not know how the body was made. */
export function breaksOnly(constraint: Constraint, body: Json): boolean {
  const found = validate('completion-request', body);
  return (
    found.length === 1 &&
    found[0]!.keyword === constraint.keyword &&
    validate('completion-request-second', body).length > 0
  );
}
