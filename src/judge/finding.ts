import type { Finding } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';

/**
 * A finding in one exchange, or in several, the decisive one first. `expected` groups equal findings, so it contains
 * no instance data.
 */
export function finding(
  shown: Exchange | readonly Exchange[],
  expected: string,
  actual: string,
  place: string,
  more: Omit<Finding, 'expected' | 'actual' | 'place' | 'exchanges'> = {},
): Finding {
  const [first, ...others] = [shown].flat().map(({ id }) => id);
  return { expected, actual, place, exchanges: [first!, ...others], ...more };
}

/** Characters that a terminal or a page interprets: controls, bidirectional marks, lone surrogates. */
const UNSHOWN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const NAMED: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Foreign text for a finding: on one line, at most `length` characters, with invisible characters spelled out. */
export function quote(text: string, length = 80): string {
  const short = text.length > length ? `${text.slice(0, length)}…` : text;
  const shown = short.replace(
    UNSHOWN,
    (c) => NAMED[c] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `“${shown}”`;
}

/** A foreign JSON value for a finding: `absent`, or its JSON, short. */
export function show(value: unknown, length = 80): string {
  if (value === undefined) return 'absent';
  return quote(asJson(value), length).slice(1, -1);
}

function asJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? typeof value;
  } catch {
    return 'a value too deep or too large to be shown';
  }
}
