import { type JsonSchema, schemaOf } from '../contract/schemas.ts';
import { isObject } from '../judge/json.ts';

/**
 * A request without the optional content of a top-level member, except for the path `inner` within it; the request
 * itself if it lacks the member, or if the contract does not define its content.
 */
export function minimalRequest(
  body: Record<string, unknown>,
  top: string,
  inner: readonly string[] = [],
): Record<string, unknown> {
  const schema = schemaOf('completion-request').properties?.[top];
  if (body[top] === undefined || typeof schema !== 'object') return body;
  return { ...body, [top]: withoutOptional(body[top], schema, inner) };
}

/** A value without its optional members, except for those on a path. */
function withoutOptional(value: unknown, schema: JsonSchema, path: readonly string[]): unknown {
  const [next, ...rest] = path;
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return value;
    return value.map((item) => withoutOptional(item, items, next === '*' ? rest : []));
  }
  if (!isObject(value) || !schema.properties) return value;
  const kept = Object.entries(value).filter(([name]) => name === next || schema.required?.includes(name));
  return Object.fromEntries(
    kept.map(([name, inner]) => {
      const part = schema.properties?.[name];
      return [
        name,
        typeof part === 'object' ? withoutOptional(inner, part, name === next ? rest : []) : inner,
      ];
    }),
  );
}
