import { bodyText, type Exchange, mediaType } from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import { isObject } from './json.ts';

/** Members that identify a record of usage (2.8) or a summary (2.9); messages about limits have fewer. */
const TELLING = [
  ['input_tokens', 'output_tokens', 'total_requests'],
  ['total_input_tokens', 'total_output_tokens', 'total_requests'],
] as const;

/** Nesting depth that is searched. */
const DEPTH = 4;
/** Counts in a row of the export, and rows that are examined. */
const COUNTS = 3;
const ROWS = 20;
/** Lines that are searched for the header: a caption may precede it. */
const CAPTIONS = 6;

/** Media types of prose. An export may have any other one: its type is open (4.4). */
const PAGES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

/**
 * Whether the body of a response contains usage, whatever its status: a record (2.8), a summary (2.9) that is not
 * all zeros, or a row of an export below a header with tokens (4.4). An error has none of them.
 */
export function showsUsage(exchange: Exchange): boolean {
  const text = bodyText(exchange);
  try {
    return holdsUsage(parseJson(text), DEPTH);
  } catch {
    return !PAGES.has(mediaType(exchange) ?? '') && showsRows(text);
  }
}

function holdsUsage(value: unknown, depth: number): boolean {
  if (depth === 0) return false;
  if (Array.isArray(value)) return value.slice(0, ROWS).some((one) => holdsUsage(one, depth - 1));
  if (!isObject(value)) return false;
  const counts = TELLING.map((names) => names.map((name) => value[name]));
  if (counts.some((some) => some.every(Number.isSafeInteger) && some.some((count) => count !== 0)))
    return true;
  return Object.values(value).some((one) => typeof one === 'object' && holdsUsage(one, depth - 1));
}

/** A line that declares the delimiter for spreadsheets. */
const SEPARATOR = /^\ufeff?"?sep=/i;

function showsRows(text: string): boolean {
  // In UTF-16, every other byte of relevant text is zero.
  const lines = text.replaceAll('\0', '').split(/\r\n|\r|\n/);
  const told = lines.filter((line) => line.trim() !== '' && !SEPARATOR.test(line));
  const titles = told
    .slice(0, CAPTIONS)
    .findIndex((line) => /tokens/i.test(line) && fields(line).length > COUNTS);
  const counts = (line: string) => fields(line).filter((field) => /^\s*"?\d+"?\s*$/.test(field)).length;
  return titles >= 0 && told.slice(titles + 1, titles + 1 + ROWS).some((row) => counts(row) >= COUNTS);
}

const fields = (line: string) => line.split(/[,;\t|]/);
