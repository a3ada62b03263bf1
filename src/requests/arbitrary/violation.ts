import fc from 'fast-check';
import { validate } from '../../contract/schemas.ts';
import { breakingValues, IN_CAPITALS, likelyValues } from '../breaking.ts';
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
 * optional member (`full`), or any of them. Shrinks towards no optional members; the constraint is kept. With
 * `full`, a wrong type is not the likeliest one: a text for an object, and otherwise another one each `turn`.
 */
export function violationsOf(
  constraint: Constraint,
  model: string,
  extent: 'full' | 'some',
  turn = 0,
): fc.Arbitrary<Violation> {
  const { row, path } = carrierOf(constraint, model);
  const [top] = path as [string];
  return fc
    .tuple(broken(constraint, extent, turn), otherMembersOf(row.body, top, extent))
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

/** A step beyond a bound that a tolerance covers, distinguishable in single precision. */
const NEAR = 1e-6;

function broken(constraint: Constraint, extent: 'full' | 'some', turn: number): fc.Arbitrary<unknown> {
  const values = breakingValues(constraint);
  const listed = fc.constantFrom(...values);
  const { minimum, maximum, type } = constraint.schema;
  const isInteger = ![type].flat().includes('number');
  // Among all other members the value next to the bound, which a service that clamps or rounds accepts too.
  const beyond = (bound: number, sign: number) => {
    if (extent === 'full') return fc.constant(bound + sign * (isInteger ? 1 : NEAR));
    const far = isInteger
      ? fc.integer({ min: 1, max: 1_000_000 })
      : fc.oneof(fc.constantFrom(NEAR, 1e30), fc.double({ min: NEAR, max: 1e6, noNaN: true }));
    return fc.oneof(
      listed,
      far.map((distance) => bound + sign * distance),
    );
  };
  switch (constraint.keyword) {
    case 'minimum':
      return beyond(minimum!, -1);
    case 'maximum':
      return beyond(maximum!, 1);
    case 'enum':
    case 'const':
      return fc.oneof(listed, NONSENSE);
    case 'required':
      // Where the object is closed, another name is a second violation.
      return constraint.path.length > 1 ? fc.constant(IN_CAPITALS) : listed;
    case 'type': {
      const others = values.slice(likelyValues(constraint));
      // A text is a short form of many an object.
      const at = constraint.types.includes('object') ? 0 : turn % others.length;
      return extent === 'full' && others.length > 0 ? fc.constant(others.at(at)) : listed;
    }
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
