import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';

/** Whether a value that somebody else may have made fits a schema, which is compiled when it is first needed. */
export function schemaGuard<T>(schema: AnySchema): (value: unknown) => value is T {
  let compiled: ValidateFunction<T> | undefined;
  // A value can hold a million errors: the first is enough.
  return (value): value is T => {
    compiled ??= new Ajv2020({ strict: true, strictRequired: false, allErrors: false }).compile<T>(schema);
    return compiled(value);
  };
}

/** The schema of an object with exactly these members, and those that may be absent. */
export function closedObject(members: Record<string, AnySchema>, optional: readonly string[] = []) {
  const required = Object.keys(members).filter((name) => !optional.includes(name));
  return { type: 'object', properties: members, required, additionalProperties: false };
}

/** The schema of a SHA-256 in lower-case hexadecimal. */
export const SHA256_SCHEMA = { type: 'string', pattern: '^[0-9a-f]{64}$' };
