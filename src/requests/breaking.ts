import type { JsonSchema } from '../contract/schemas.ts';
import { isObject } from '../judge/json.ts';
import type { Constraint } from './constraints.ts';
import { sample } from './sample.ts';
import { DEPENDENT_MEMBERS } from './single.ts';

/** The smallest step by which a bounded number crosses its bound. */
const STEP = 0.0001;

/** Far enough from any bound to show clamping, and a tolerance of large numbers. */
const FAR = 1e10;

/** Beyond a share, which may be meant in percent. */
const AS_PERCENT = 2;

/** The same for integers: a counter of 8, 16 or 32 bits wraps to the smallest permitted value. */
const WRAPS = 2 ** 32;

/** Removes the member instead of changing it. */
export const ABSENT = Symbol('absent');

/** Writes the member's name with a capital letter: some parsers ignore case. */
export const IN_CAPITALS = Symbol('in capitals');

/** An unknown value for enumerations. */
const UNHEARD = 'zzz-unknown';

/** Values that a check for truthiness skips. */
const NOTHING = '';

/**
 * Values that violate a constraint and no other one. Null is excluded if the member is optional: its meaning is
 * open, or depends on the published description. So is an integral float, which JSON does not distinguish from an
 * integer.
 */
export function breakingValues(constraint: Constraint): unknown[] {
  const { schema, keyword } = constraint;
  switch (keyword) {
    case 'type':
      return foreign(constraint);
    case 'enum':
    case 'const':
      return [UNHEARD, ...nearly(schema), NOTHING];
    case 'minimum':
      return [schema.minimum! - step(schema), schema.minimum! - (isInteger(schema) ? WRAPS : FAR)];
    case 'maximum':
      return [schema.maximum! + step(schema), farAbove(schema)];
    case 'required':
      return [ABSENT];
    case 'additionalProperties':
      return ['x', 1, { a: [true] }, 'y', 0, []];
  }
}

function farAbove(schema: JsonSchema): number {
  if (isInteger(schema)) return (schema.minimum ?? 0) + WRAPS;
  return schema.maximum === 1 && schema.minimum === 0 ? AS_PERCENT : schema.maximum! + FAR;
}

/**
 * The number of leading values that a service is most likely to accept: a run sends all of them alone, and a part
 * of the others.
 */
export function likelyValues({ schema, keyword, path, types }: Constraint): number {
  // JSON in a text: an object, and a number.
  if (schema.contentMediaType !== undefined && keyword === 'type') return 2;
  switch (keyword) {
    case 'type': {
      const first = types.includes('integer') && !types.includes('number') ? 2 : 1;
      return first + Number(isDependent(path) || isNestedBoolean(types, path));
    }
    case 'enum':
    case 'const':
      // Falsy values are sent at the top level only.
      return path.length === 1 ? Number.POSITIVE_INFINITY : 1 + nearly(schema).length;
    default:
      return Number.POSITIVE_INFINITY;
  }
}

/** Whether a member is permitted only together with another one. */
const isDependent = ([top = '']: Constraint['path']): boolean => Object.hasOwn(DEPENDENT_MEMBERS, top);

/** A boolean within another member, which few other requests of a run have. */
const isNestedBoolean = (types: Constraint['types'], path: Constraint['path']): boolean =>
  types.includes('boolean') && path.length > 1;

/** A listed value in capitals, and with surrounding spaces: JSON strings differ in every character. */
function nearly(schema: JsonSchema): string[] {
  const known = schema.enum?.at(-1) ?? schema.const;
  if (typeof known !== 'string') return [];
  return [...(known === known.toUpperCase() ? [] : [known.toUpperCase()]), ` ${known} `];
}

/** The bound itself and the value just inside it, for constraints that are bounds. */
export function boundaryValues({ schema, keyword }: Constraint): number[] {
  const bound = keyword === 'minimum' ? schema.minimum : keyword === 'maximum' ? schema.maximum : undefined;
  if (bound === undefined) return [];
  const inside = keyword === 'minimum' ? bound + step(schema) : bound - step(schema);
  return [bound, inside];
}

const isInteger = ({ type }: JsonSchema): boolean => ![type].flat().includes('number');

const step = (schema: JsonSchema): number => (isInteger(schema) ? 1 : STEP);

/**
 * A value of each invalid JSON type. If a lenient parser would read it as a valid one ("1", true, a list of one),
 * this reveals a coercion. Otherwise it is falsy in many languages (0, false, an empty object), which reveals
 * truthiness checks; strings, and the booleans for numbers, have both.
 */
function foreign({ schema, types, mandatory, path }: Constraint): unknown[] {
  const own = sample(schema);
  const scalar = own !== null && typeof own !== 'object';
  // A list of objects is most often given as its only element.
  const element = Array.isArray(own) && isObject(own[0]) ? own[0] : undefined;
  const values: Record<string, readonly unknown[]> = {
    string: scalar ? [String(own), NOTHING] : ['text'],
    number: [typeof own === 'boolean' ? 1 : 0],
    boolean: typeof own !== 'number' ? [false] : isDependent(path) ? [true] : [false, true],
    array: [scalar ? [own] : []],
    object: [element ?? {}],
  };
  const fits = (type: string) =>
    types.includes(type) || (type === 'number' && types.some((t) => t === 'integer' || t === 'number'));
  // The last value is sent in another request of the run, if the member can be there: for numbers true, for booleans 1.
  const coerced = types.includes('boolean') ? 'number' : 'boolean';
  const order = isDependent(path) || isNestedBoolean(types, path) ? -1 : 1;
  const list = Object.keys(values)
    .filter((type) => !fits(type))
    .sort((a, b) =>
      scalar && typeof own !== 'string' ? order * (Number(a === coerced) - Number(b === coerced)) : 0,
    )
    .flatMap((type) => values[type]!);
  // Some languages have one type for an empty list and an empty object: the likeliest value comes first.
  if (types.includes('object')) list.sort((a, b) => Number(Array.isArray(b)) - Number(Array.isArray(a)));
  // A text that holds JSON is most often given as the value itself.
  if (element || schema.contentMediaType === 'application/json')
    list.sort((a, b) => Number(isObject(b)) - Number(isObject(a)));
  if (mandatory && !types.includes('null')) list.push(null);
  return types.includes('integer') && !types.includes('number') ? [1.5, ...list] : list;
}
