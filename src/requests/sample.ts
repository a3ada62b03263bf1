import type { JsonSchema } from '../contract/schemas.ts';
import { typesOf } from './constraints.ts';

/** The smallest plain value that matches a schema: required members only, at a bound if there is one. */
export function sample(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf[0]!);
  switch (typesOf(schema)[0]) {
    case 'string':
      return 'sample';
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return within(1, schema);
    case 'array':
      return schema.items ? [sample(schema.items)] : [];
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((member) => {
          const inner = schema.properties?.[member];
          return [member, typeof inner === 'object' ? sample(inner) : 'sample'];
        }),
      );
    default:
      return null;
  }
}

function within(value: number, { minimum = value, maximum = value }: JsonSchema): number {
  return Math.min(Math.max(value, minimum), maximum);
}
