import { bodyText, type Exchange, mediaType } from '../vocabulary/exchange.ts';
import { isObject } from './json.ts';

/** Members of which a record of usage (2.8) has both, and those of which a summary (2.9) has. */
const TELLING = [
  ['total_tokens', 'total_requests'],
  ['total_input_tokens', 'total_output_tokens'],
] as const;

/** So deep lists and envelopes are looked into. */
const DEPTH = 4;
/** Fields that a row of the export has at least (twice as many in plain text, which may be prose); so many rows are looked at. */
const FIELDS = 4;
const ROWS = 20;

/** Types under which an export comes as a file. */
const FILES: ReadonlySet<string> = new Set(['text/csv', 'application/csv', 'application/octet-stream']);

/**
 * Whether the body of an answer shows usage, whatever its status says: a record (2.8), a summary (2.9), or rows of an export
 * below their titles (4.4). An error body has none of them.
 */
export function showsUsage(exchange: Exchange): boolean {
  const text = bodyText(exchange);
  const type = mediaType(exchange) ?? '';
  if (FILES.has(type)) return showsRows(text, FIELDS);
  if (type === 'text/plain' && showsRows(text, 2 * FIELDS)) return true;
  try {
    return holdsUsage(JSON.parse(text), DEPTH);
  } catch {
    return false;
  }
}

function holdsUsage(value: unknown, depth: number): boolean {
  if (depth === 0) return false;
  if (Array.isArray(value)) return value.slice(0, ROWS).some((one) => holdsUsage(one, depth - 1));
  if (!isObject(value)) return false;
  if (TELLING.some((names) => names.every((name) => Number.isSafeInteger(value[name])))) return true;
  return Object.values(value).some((one) => typeof one === 'object' && holdsUsage(one, depth - 1));
}

function showsRows(text: string, least: number): boolean {
  const [titles = '', ...rows] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const fields = (line: string) => line.split(/[,;\t]/).length;
  const isRow = (line: string) => fields(line) >= fields(titles) && /\d/.test(line);
  return fields(titles) >= least && rows.slice(0, ROWS).some(isRow);
}
