import type { JsonSchema } from '../completion-types.ts';

/** Nesting depth below which a self-referencing schema gets the smallest valid value. */
const DEEPEST = 6;
/** Nesting depth at which the toy gives up: the schema is infinite. */
const BOTTOM = 40;
/** Maximum number of elements or characters that a schema may require. */
const MOST = 2_000;

/**
 * A small value that matches a JSON Schema, as far as the toy understands it: types, enumerations, constants,
 * bounds, lengths, common formats, nesting, alternatives and local references. The same numbers yield the same
 * value.
 */
export function sampleJson(
  schema: unknown,
  random: () => number,
  root: unknown = schema,
  depth = 0,
): unknown {
  if (schema === null || typeof schema !== 'object') return 'yes';
  if (depth > BOTTOM) return null;
  const node = schema as JsonSchema;
  const again = (part: unknown) => sampleJson(part, random, root, depth + 1);
  if (typeof node.$ref === 'string') return depth > DEEPEST ? null : again(resolve(root, node.$ref));
  if ('const' in node) return node.const;
  if (Array.isArray(node.enum) && node.enum.length > 0) {
    return node.enum[Math.floor(random() * node.enum.length)];
  }
  if (Array.isArray(node.allOf)) return again(merged(node, node.allOf, root));
  for (const keyword of ['anyOf', 'oneOf']) {
    const options = node[keyword];
    // At depth the last alternative is used: for optional recursion this is null.
    if (Array.isArray(options) && options.length > 0)
      return again(depth > DEEPEST ? options.at(-1) : options[0]);
  }
  switch (typeOf(node)) {
    case 'object':
      return sampleObject(node, again);
    case 'array':
      return sampleArray(node, again, depth);
    case 'integer':
      return sampleNumber(node, random, true);
    case 'number':
      return sampleNumber(node, random, false);
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    default:
      return sampleString(node, random);
  }
}

function typeOf(node: JsonSchema): unknown {
  const { type } = node;
  if (Array.isArray(type)) return type.find((t) => t !== 'null') ?? 'null';
  if (type !== undefined) return type;
  if ('properties' in node || 'required' in node) return 'object';
  if ('items' in node) return 'array';
  return 'minimum' in node || 'maximum' in node ? 'number' : 'string';
}

function sampleObject(node: JsonSchema, again: (part: unknown) => unknown): Record<string, unknown> {
  const properties = (node.properties ?? {}) as Record<string, unknown>;
  const required = Array.isArray(node.required) ? node.required.map(String) : undefined;
  // Without required members some are added: an empty object would be valid and useless.
  const members = required?.length ? required : Object.keys(properties).slice(0, 2);
  return Object.fromEntries(
    members.map((name) => [
      name,
      again(Object.hasOwn(properties, name) ? properties[name] : { type: 'string' }),
    ]),
  );
}

function sampleArray(node: JsonSchema, again: (part: unknown) => unknown, depth: number): unknown[] {
  const least = Math.min(MOST, Number(node.minItems ?? 0));
  const wanted = Math.max(least, depth > DEEPEST ? 0 : 1);
  const size = Math.min(wanted, Number(node.maxItems ?? wanted));
  return Array.from({ length: size }, () => again(node.items ?? { type: 'string' }));
}

function sampleNumber(node: JsonSchema, random: () => number, whole: boolean): number {
  const step = Number(node.multipleOf ?? (whole ? 1 : 0.5));
  const above = node.exclusiveMinimum === undefined ? undefined : Number(node.exclusiveMinimum) + step;
  const below = node.exclusiveMaximum === undefined ? undefined : Number(node.exclusiveMaximum) - step;
  const highest = Number(node.maximum ?? below ?? Number.POSITIVE_INFINITY);
  const lowest = Number(node.minimum ?? above ?? Math.min(1, highest));
  const value = Math.ceil((lowest + Math.floor(random() * 9) * step) / step) * step;
  const bounded = value > highest ? Math.floor(highest / step) * step : value;
  return Number(bounded.toFixed(6));
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-03-14',
  time: '09:26:53Z',
  'date-time': '2026-03-14T09:26:53Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '3f2b8c1e-5d4a-4b6f-9c7d-1e2f3a4b5c6d',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'example.com',
};
const STRINGS = ['Lisbon', 'blue', 'north', 'calm', 'seven', 'Ada', 'rain'];

function sampleString(node: JsonSchema, random: () => number): string {
  const format = FORMATS[String(node.format)];
  if (format !== undefined) return format;
  const text = STRINGS[Math.floor(random() * STRINGS.length)]!;
  const least = Math.min(MOST, Number(node.minLength ?? 0));
  return text.padEnd(least, 'o').slice(0, Number(node.maxLength ?? Number.POSITIVE_INFINITY));
}

function resolve(root: unknown, reference: string): unknown {
  let node: unknown = root;
  for (const step of reference.replace(/^#\/?/, '').split('/').filter(Boolean)) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    node =
      node !== null && typeof node === 'object' && Object.hasOwn(node, name)
        ? (node as JsonSchema)[name]
        : undefined;
  }
  return node;
}

function merged(node: JsonSchema, parts: unknown[], root: unknown): JsonSchema {
  const { allOf: _, ...whole } = node;
  for (const part of parts) {
    const reference = (part as JsonSchema | null)?.$ref;
    const piece = (typeof reference === 'string' ? resolve(root, reference) : part) as JsonSchema;
    const properties = { ...(whole.properties as object), ...(piece?.properties as object) };
    const required = [...((whole.required as []) ?? []), ...((piece?.required as []) ?? [])];
    Object.assign(whole, piece, { properties, required });
  }
  return whole;
}
