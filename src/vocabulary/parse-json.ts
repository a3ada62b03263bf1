import { beyondBounds } from './json-bounds.ts';

/**
 * Structure that the JSON of a response may have. Contract data nests ten levels deep. In a body of the largest size that
 * stays in memory, records have a fifth of these values and a tenth of these objects.
 */
export const RESPONSE_BOUNDS = { depth: 512, parts: 50_000, values: 200_000 };
/** A shorter text cannot hold enough structure to hurt a parser, or the code that walks the parsed value. */
const SHORT = 512;

/**
 * Parses JSON that a service sent. All code that reads a response uses this function instead of `JSON.parse`. Structure is
 * bounded before the parser runs: 8 MB of brackets would take gigabytes of memory.
 *
 * @throws SyntaxError for text that is not JSON, or that is beyond the bounds.
 */
export function parseJson(text: string, reviver?: Reviver): unknown {
  const excess = excessOf(text);
  if (excess) throw new SyntaxError(`the JSON ${excess}`);
  return JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]);
}

/** The object that a service sent as JSON; undefined for any other text. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = parseJson(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Which bound on structure a response's JSON exceeds, to follow "the JSON"; undefined when it exceeds none. */
export function excessOf(text: string): string | undefined {
  return text.length > SHORT ? beyondBounds(text, RESPONSE_BOUNDS) : undefined;
}

/** A reviver with the source text of numbers, which the library types of JSON lack. */
export type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;
