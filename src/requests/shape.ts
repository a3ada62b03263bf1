import type { JsonSchema } from '../contract/schemas.ts';

/**
 * The kind of a value: its JSON type, the literal of an enumeration, its members, and its number of elements.
 * Values of one shape are equally acceptable.
 */
export function shapeOf(value: unknown, schema: JsonSchema | true | undefined): string {
  const known = typeof schema === 'object' ? schema : {};
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (typeof value === 'string') return literals(known).includes(value) ? value : text(value);
  if (typeof value === 'number') return bounded(known) ? fraction(value) : magnitude(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) {
    const elements = new Set(value.map((element) => shapeOf(element, itemsOf(known))));
    return `[${value.length > 4 ? 'many' : value.length}: ${[...elements].sort().join('|')}]`;
  }
  const branch = known.anyOf?.find((b) => b.type === 'object') ?? known;
  const members = Object.entries(value).map(([name, inner]) => {
    const below = branch.properties?.[name];
    return below === undefined ? free(inner) : `${name} ${shapeOf(inner, below)}`;
  });
  return `{${[...new Set(members)].sort().join(', ')}}`;
}

/** Any value; a schema that refers to a part of itself needs a reader that resolves it. */
function free(value: unknown): string {
  return JSON.stringify(value)?.includes('"$ref":') ? '* with a reference' : '*';
}

/** Names and stop strings are rejected for their length or their content. */
function text(value: string): string {
  if (value.includes('\n')) return 'string of lines';
  if (/\s/.test(value)) return 'string';
  const dashed = value.includes('-') ? ' with a dash' : '';
  return `${value.length > 32 ? 'very long string' : value.length > 20 ? 'long string' : 'string'}${dashed}`;
}

function literals(schema: JsonSchema): unknown[] {
  const own = [...(schema.enum ?? []), ...(schema.const === undefined ? [] : [schema.const])];
  return [...own, ...(schema.anyOf ?? []).flatMap(literals)];
}

function itemsOf(schema: JsonSchema): JsonSchema | undefined {
  return schema.items ?? schema.anyOf?.find((b) => b.items)?.items;
}

function bounded(schema: JsonSchema): boolean {
  return schema.minimum !== undefined || schema.maximum !== undefined;
}

function fraction(value: number): string {
  return Number.isInteger(value) ? 'whole number' : 'number';
}

function magnitude(value: number): string {
  if (value === 0) return 'zero';
  return Math.abs(value) > 1_000_000 ? 'large number' : 'number';
}
