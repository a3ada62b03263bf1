import { createRequire } from 'node:module';
import type { Ajv2020, ErrorObject, Options, ValidateFunction } from 'ajv/dist/2020.js';
import { isDateTime, isUuid } from './date-time.ts';
import { bundled, type JsonSchema, type SchemaName } from './documents.ts';
import { child, escapeMember, parsePointer, valueAt } from './pointer.ts';

export type { JsonSchema, SchemaName } from './documents.ts';

/** A constraint of the contract that a value violates. */
export interface Violation {
  /** The position in the value: the member itself, even if it is missing or unknown. */
  pointer: string;
  /** The violated keyword: `type`, `required`, `enum`, `minimum`, … */
  keyword: string;
  /** The problem in a few words, without the value. */
  message: string;
  /** The section that states the constraint. */
  clause: string;
  params: Record<string, unknown>;
}

/** Returns the violations of a value; an empty list if it is valid. */
export type Validator = (value: unknown) => Violation[];

/** The function, which then runs once for each argument. */
function remembered<A, T>(make: (of: A) => T): (of: A) => T {
  const made = new Map<A, T>();
  return (of) => {
    if (!made.has(of)) made.set(of, make(of));
    return made.get(of) as T;
  };
}

/** Our schemas are compiled in strict mode; deliberately changed copies need not be tidy. */
const ajvFor = remembered((mode: 'strict' | 'lenient') =>
  // A test validates the schemas themselves, and optimizing their code does not pay off in one run: both take half
  // the time.
  prepared(
    mode === 'strict' ? { strict: true, allowUnionTypes: true, validateSchema: false } : { strict: false },
  ),
);

/** The library is loaded when the first schema is compiled: the first request of a run needs none. */
function prepared(options: Options): Ajv2020 {
  const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const ajv = new Ajv2020({ allErrors: true, ownProperties: true, code: { optimize: false }, ...options });
  ajv.addKeyword({ keyword: 'x-clause', schemaType: 'string' });
  ajv.addFormat('date-time-iso', isDateTime);
  ajv.addFormat('uuid', isUuid);
  return ajv;
}

/** A published schema with its references resolved. Shared, so do not change it; `bundled` returns a copy. */
export const schemaOf = remembered(bundled);

const validatorOf = remembered((name: SchemaName) => compiled(ajvFor('strict'), schemaOf(name)));

/**
 * The constraints of schema `name` that `value` violates; an empty list if it is valid. Compiled once per process.
 */
export function validate(name: SchemaName, value: unknown): Violation[] {
  return validatorOf(name)(value);
}

/**
 * A validator of any self-contained schema with the formats and annotations known here. Throws on an invalid
 * schema.
 */
export function compile(schema: JsonSchema): Validator {
  return compiled(ajvFor('lenient'), schema);
}

function compiled(ajv: Ajv2020, schema: JsonSchema): Validator {
  // Two resources never share an ajv entry: a changed copy would otherwise replace the published one.
  const { $id: _, ...own } = schema;
  const check = ajv.compile(own);
  // There are few positions and very many violations.
  const clauseAt = remembered((path: string) => nearestClause(own, path));
  return (value) => (check(value) ? [] : told(check, clauseAt));
}

/**
 * Judges a response. Null for an optional member is less severe than a violation: `nulls` lists the pointers of
 * such members, `violations` everything else.
 */
export function validateResponse(
  name: SchemaName,
  value: unknown,
): { violations: Violation[]; nulls: Violation[] } {
  const violations: Violation[] = [];
  const nulls: Violation[] = [];
  for (const violation of validate(name, value)) {
    const lesser =
      violation.keyword === 'type' &&
      valueAt(value, violation.pointer) === null &&
      !mandatory(schemaOf(name), violation.pointer);
    (lesser ? nulls : violations).push(violation);
  }
  return { violations, nulls };
}

/** Whether the schema requires the value at a pointer: a required member, an element of an array, or the root. */
function mandatory(schema: JsonSchema, pointer: string): boolean {
  let node: JsonSchema | true | undefined = schema;
  let demanded = true;
  for (const member of parsePointer(pointer)) {
    if (node === undefined || node === true) return false;
    if (node.items && /^\d+$/.test(member)) {
      node = node.items;
      demanded = true;
    } else {
      demanded = node.required?.includes(member) ?? false;
      node = node.properties?.[member];
    }
  }
  return demanded;
}

function told(check: ValidateFunction, clauseAt: (schemaPath: string) => string): Violation[] {
  const errors = firstOfEach(check.errors ?? []);
  check.errors = null;
  const all = rooted(errors).map((error) => violationOf(error, clauseAt(error.schemaPath)));
  // A wrong type also violates the enumeration next to it: this is one mistake, not two.
  const mistyped = new Set(all.filter((v) => v.keyword === 'type').map((v) => v.pointer));
  return all.filter((v) => !(mistyped.has(v.pointer) && (v.keyword === 'enum' || v.keyword === 'const')));
}

/** Reported errors per constraint: a body of a megabyte can violate it half a million times. */
const MOST_OF_EACH = 1_000;

function firstOfEach(errors: readonly ErrorObject[]): ErrorObject[] {
  const counts = new Map<string, number>();
  return errors.filter(({ schemaPath, params }) => {
    const key = `${schemaPath} ${params.missingProperty ?? ''}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= MOST_OF_EACH;
  });
}

/**
 * ajv reports every branch of a union. The branches here differ in their JSON type, so the branch whose type
 * matches has the relevant error. If none matches, the union itself has the wrong type.
 */
function rooted(errors: readonly ErrorObject[]): ErrorObject[] {
  let left = [...errors];
  for (const union of errors.filter((error) => error.keyword === 'anyOf')) {
    const branches = left.filter((error) => error.schemaPath.startsWith(`${union.schemaPath}/`));
    const foreign = new Set(
      branches
        .filter((error) => error.keyword === 'type' && error.instancePath === union.instancePath)
        .map(parent),
    );
    const types = branches.filter((error) => error.keyword === 'type' && foreign.has(parent(error)));
    const inside = branches.filter(
      (error) => ![...foreign].some((path) => error.schemaPath.startsWith(`${path}/`)),
    );
    left = left.filter((error) => error !== union && !branches.includes(error)).concat(inside);
    if (inside.length === 0)
      left.push({ ...union, keyword: 'type', params: { type: types.map((error) => error.params.type) } });
  }
  return left;
}

const parent = (error: ErrorObject) => error.schemaPath.slice(0, error.schemaPath.lastIndexOf('/'));

function violationOf(error: ErrorObject, clause: string): Violation {
  const member = error.params.missingProperty ?? error.params.additionalProperty;
  return {
    pointer: typeof member === 'string' ? child(error.instancePath, member) : error.instancePath,
    keyword: error.keyword,
    message: describe(error),
    clause,
    params: error.params,
  };
}

function describe(error: ErrorObject): string {
  const list = (values: unknown) => (Array.isArray(values) ? values : [values]).join(', ');
  switch (error.keyword) {
    case 'required':
      return `is required and absent`;
    case 'additionalProperties':
      return 'is not a member that the contract knows';
    case 'enum':
      return `is none of ${list(error.params.allowedValues)}`;
    case 'const':
      return `is not ${String(error.params.allowedValue)}`;
    case 'type':
      return `is not of type ${list(error.params.type)}`;
    case 'format':
      return `is not in the form ${error.params.format === 'uuid' ? 'of a UUID' : 'of an ISO 8601 date-time'}`;
    default:
      return error.message ?? `breaks ${escapeMember(error.keyword)}`;
  }
}

/** The clause nearest to a position in a schema. */
function nearestClause(schema: JsonSchema, path: string): string {
  let node: unknown = schema;
  let clause = schema['x-clause'] ?? '';
  for (const part of parsePointer(path.replace(/^#/, '')).map(decodeURIComponent)) {
    if (node === null || typeof node !== 'object') break;
    node = (node as Record<string, unknown>)[part];
    const own = (node as JsonSchema | undefined)?.['x-clause'];
    if (typeof own === 'string') clause = own;
  }
  return clause;
}
