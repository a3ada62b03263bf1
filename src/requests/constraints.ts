import { type JsonSchema, schemaOf } from '../contract/schemas.ts';

/** One constraint of a schema: a place in the value, and its keyword. */
export interface Constraint {
  /** Members from the root; `*` stands for every element of an array or every member of a map. */
  path: readonly string[];
  keyword: 'type' | 'enum' | 'const' | 'minimum' | 'maximum' | 'required' | 'additionalProperties';
  /** The schema with the keyword; for `required` and `additionalProperties` that of the object. */
  schema: JsonSchema;
  /** For `type`: the allowed JSON types, those of all branches of a union together. */
  types: readonly string[];
  clause: string;
  /** The value must be present: a required member, or an element of a list. Null does not omit it. */
  mandatory: boolean;
}

/** A member that no contract defines. */
const UNKNOWN_MEMBER = 'zzz_unknown_field';

/** The same in other spellings, a long name in another script, and names for nothing in libraries and languages. */
export const UNKNOWN_SPELLINGS = [
  UNKNOWN_MEMBER,
  '_zzz_unknown_field',
  'zzzUnknownField',
  `zzz_${'яя_'.repeat(90)}`,
  'None',
  'EMPTY',
] as const;

/** Every constraint of a schema at every depth, in the order of the schema. */
export function constraintsOf(schema: JsonSchema): Constraint[] {
  const found: Constraint[] = [];
  walk(schema, { path: [], clause: '', mandatory: true }, found);
  return found;
}

/** The constraints of the completion request (spec 2.1 to 2.6). */
export function requestConstraints(): readonly Constraint[] {
  requestList ??= constraintsOf(schemaOf('completion-request'));
  return requestList;
}
let requestList: readonly Constraint[] | undefined;

/** A constraint as people read it: `/messages/*\/role enum`. */
export function nameOf(constraint: Constraint): string {
  return `/${constraint.path.join('/')} ${constraint.keyword}`;
}

/** A constraint as a part of a check's id: `messages-item-role`. */
export function slugOf(path: readonly string[]): string {
  return path.map((part) => (part === '*' ? 'item' : part.replaceAll('_', '-'))).join('-') || 'body';
}

/** The JSON types that a schema allows; for a union those of its branches. */
export function typesOf(schema: JsonSchema): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap(typesOf);
  return schema.type === undefined ? [] : [schema.type].flat();
}

/** The position of a schema. */
interface Place {
  path: readonly string[];
  clause: string;
  mandatory: boolean;
  /** One branch of a union; the union states its type. */
  branch?: true;
}

function walk(schema: JsonSchema, place: Place, found: Constraint[]): void {
  const { path, mandatory } = place;
  const clause = schema['x-clause'] ?? place.clause;
  const add = (keyword: Constraint['keyword'], at: readonly string[] = path) =>
    found.push({ path: at, keyword, schema, types: typesOf(schema), clause, mandatory });
  const below = (member: string, inner: JsonSchema, needed: boolean) =>
    walk(inner, { path: [...path, member], clause, mandatory: needed }, found);
  // A union has one type: the JSON types of its branches, which distinguish them.
  if (!place.branch && typesOf(schema).length > 0) add('type');
  for (const part of schema.anyOf ?? []) walk(part, { path, clause, mandatory, branch: true }, found);
  for (const keyword of ['enum', 'const', 'minimum', 'maximum'] as const)
    if (schema[keyword] !== undefined) add(keyword);
  for (const member of schema.required ?? []) add('required', [...path, member]);
  if (schema.additionalProperties === false) add('additionalProperties', [...path, UNKNOWN_MEMBER]);
  for (const [member, inner] of Object.entries(schema.properties ?? {}))
    if (inner !== true) below(member, inner, schema.required?.includes(member) ?? false);
  if (typeof schema.additionalProperties === 'object') below('*', schema.additionalProperties, false);
  if (schema.items) below('*', schema.items, true);
}
