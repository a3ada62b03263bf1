import type { Requester } from '../../vocabulary/check.ts';
import { bodyText, type Exchange } from '../../vocabulary/exchange.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import { type Names, type Query, STATS, usagePath, usageRequest } from '../endpoints.ts';
import { parseExact } from '../exact-json.ts';
import { expectAnswer, type RequiredAnswer } from '../required-answer.ts';
import { expectWhole } from '../whole-body.ts';
import { recordsInLines, recordsWithoutEnd, wrappedRecords } from '../wrapped.ts';

/** The check that answers for the shape of the stats; what rests on it names it. */
export const STATS_ARRAY = 'usage/stats-is-array';
export const STATS_SCHEMA = 'usage/stats-record-schema';

/** A daily usage record as it came; what it holds is not yet trusted. */
export type RawRecord = Record<string, unknown>;

/** One answer of the stats endpoint. */
export interface Page {
  exchange: Exchange;
  records: RawRecord[];
}

/**
 * Asks for records and expects a list of objects; anything else is `Inconclusive`, with the check that judges it. A status
 * that is none for a request that was `due` is `ValidRequestRefused`.
 */
export async function askPage(
  ask: Requester,
  names: Names,
  query: Query,
  label: string,
  due?: RequiredAnswer,
): Promise<Page> {
  const exchange = await ask.send(usageRequest(usagePath(STATS, names, query), label));
  expectAnswer(exchange, due);
  return readPage(exchange);
}

export function readPage(exchange: Exchange): Page {
  expectWhole(exchange);
  const records = recordsOf(exchange);
  if (!records) {
    throw new Inconclusive(`no list of records for ${exchange.label}`, [exchange], STATS_ARRAY);
  }
  return { exchange, records };
}

/**
 * The records of a good answer, also where they are wrapped in something, one a line, or in a list that lacks its end: that they
 * are no list of their own is told by one check. Undefined when it is something else.
 */
export function recordsOf(exchange: Exchange): RawRecord[] | undefined {
  const body = bodyOf(exchange);
  if (body === undefined && isGood(exchange)) {
    const text = bodyText(exchange);
    return recordsInLines(text) ?? recordsWithoutEnd(text);
  }
  return isList(body) ? body : wrappedRecords(body);
}

/** Whether a good answer is a list of records, as the contract wants it. */
export function isRecordList(exchange: Exchange): boolean {
  return isList(bodyOf(exchange));
}

function isList(body: unknown): body is RawRecord[] {
  return Array.isArray(body) && body.every((r) => r !== null && typeof r === 'object' && !Array.isArray(r));
}

function isGood({ failure, response }: Exchange): boolean {
  return !failure && response?.status === 200;
}

/** What the last bodies were parsed to: each is judged by several, most of them at once. A long walk holds many more. */
const parsed = new Map<Exchange, unknown>();
const MOST_PARSED = 32;
const LARGEST_PARSED = 128 * 1024;

function bodyOf(exchange: Exchange): unknown {
  if (parsed.has(exchange)) return parsed.get(exchange);
  const body = parsedBody(exchange);
  if ((exchange.response?.body.size ?? 0) > LARGEST_PARSED) return body;
  if (parsed.size >= MOST_PARSED) parsed.delete(parsed.keys().next().value!);
  parsed.set(exchange, body);
  return body;
}

function parsedBody(exchange: Exchange): unknown {
  // No content shows no records, as null does.
  if (!exchange.failure && exchange.response?.status === 204) return null;
  if (!isGood(exchange)) return undefined;
  try {
    return parseExact(bodyText(exchange));
  } catch {
    return undefined;
  }
}
