import type { AnySchema } from 'ajv/dist/2020.js';
import { shapedBy } from '../files/json.ts';
import { BadFile } from '../files/regular-file.ts';

/** Whether an untrusted value matches a schema, which is compiled on first use. */
export function schemaGuard<T>(schema: object): (value: unknown) => value is T {
  const shape = shapedBy<T>(schema);
  return (value): value is T => {
    try {
      shape(value);
      return true;
    } catch (error) {
      if (error instanceof BadFile) return false;
      throw error;
    }
  };
}

/** The schema of an object with exactly these members, and those that may be absent. */
export function closedObject(members: Record<string, AnySchema>, optional: readonly string[] = []) {
  const required = Object.keys(members).filter((name) => !optional.includes(name));
  return { type: 'object', properties: members, required, additionalProperties: false };
}

/** The schema of a SHA-256 in lower-case hexadecimal. */
export const SHA256_SCHEMA = { type: 'string', pattern: '^[0-9a-f]{64}$' };
