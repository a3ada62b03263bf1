import { parseJson } from '../vocabulary/parse-json.ts';

/** Maximum digits that a double represents exactly. UUIDs have at most 12. */
const LONG = /\d{16}/;

/** Maximum digits of an integer, as in CSV: arithmetic with many more would block a run for minutes. */
export const DIGITS_READ = 40;

/** An integer with more digits: it matches a schema of an integer, and is never used in arithmetic. */
export class LongInteger {}

/**
 * Parses JSON without losing a digit of an integer: those beyond 2^53 become bigints, and those that no count needs
 * a `LongInteger`. As fast as `parseJson` if there are none. Throws a SyntaxError like it.
 */
export function parseExact(text: string): unknown {
  if (!LONG.test(text)) return parseJson(text);
  const reviver = (_: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
      ? integer(context!.source!)
      : value;
  return parseJson(text, reviver);
}

function integer(source: string): bigint | LongInteger {
  const digits = source.length - (source[0] === '-' ? 1 : 0);
  return digits > DIGITS_READ ? new LongInteger() : BigInt(source);
}

/** The value for a JSON Schema: integers beyond 2^53 are integers like any other. */
export function forSchema(value: unknown): unknown {
  return typeof value === 'bigint' || value instanceof LongInteger ? 2 ** 60 : value;
}
