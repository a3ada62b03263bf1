import type { Requester } from '../../vocabulary/check.ts';
import type { Names } from '../../vocabulary/discovered.ts';
import { bodyText, type Exchange } from '../../vocabulary/exchange.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import { type Query, queried, STATS } from '../endpoints.ts';
import { parseExact } from '../exact-json.ts';
import { expectAnswer, expectWhole, type RequiredAnswer } from '../required-answer.ts';
import { isObject, recordsInLines, recordsWithoutEnd, wrappedRecords } from '../wrapped.ts';

/** The check for the shape of the stats; dependent checks name it. */
export const STATS_ARRAY = 'usage/stats-is-array';
export const STATS_SCHEMA = 'usage/stats-record-schema';

/** A daily usage record as received; untrusted. */
export type RawRecord = Record<string, unknown>;

/** One response of the stats endpoint. */
export interface Page {
  exchange: Exchange;
  records: RawRecord[];
}

/**
 * Requests records and expects a list of objects; anything else is `Inconclusive`, with the check that judges it. A
 * status that a `due` request does not deserve is `ValidRequestRefused`.
 */
export async function askPage(
  ask: Requester,
  names: Names,
  query: Query,
  label: string,
  due?: RequiredAnswer,
): Promise<Page> {
  const exchange = await ask.send(queried(STATS, names, query, label));
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
 * The records of a successful response, even if they are wrapped, one per line, or in a list without its end:
 * another check reports that. Undefined for anything else.
 */
export function recordsOf(exchange: Exchange): RawRecord[] | undefined {
  const body = bodyOf(exchange);
  if (body === undefined && isGood(exchange)) {
    const text = bodyText(exchange);
    return recordsInLines(text) ?? recordsWithoutEnd(text);
  }
  return isList(body) ? body : wrappedRecords(body);
}

/** Whether a successful response is a list of records, as the contract requires. */
export function isRecordList(exchange: Exchange): boolean {
  return isList(bodyOf(exchange));
}

function isList(body: unknown): body is RawRecord[] {
  return Array.isArray(body) && body.every(isObject);
}

function isGood({ failure, response }: Exchange): boolean {
  return !failure && response?.status === 200;
}

/** Parsed values of recent bodies: several checks judge each, mostly at once. A long walk has many more. */
const parsed = new Map<Exchange, unknown>();
/** Bytes of bodies whose values are kept, in addition to the last one. */
const MOST_PARSED = 256 * 1024;
let parsedBytes = 0;

const sizeOf = ({ response }: Exchange): number => response?.body.size ?? 0;

function bodyOf(exchange: Exchange): unknown {
  if (parsed.has(exchange)) return parsed.get(exchange);
  const body = parsedBody(exchange);
  for (const [oldest] of parsed) {
    if (parsedBytes <= MOST_PARSED) break;
    parsed.delete(oldest);
    parsedBytes -= sizeOf(oldest);
  }
  parsed.set(exchange, body);
  parsedBytes += sizeOf(exchange);
  return body;
}

function parsedBody(exchange: Exchange): unknown {
  // No content means no records, as null does.
  if (!exchange.failure && exchange.response?.status === 204) return null;
  if (!isGood(exchange)) return undefined;
  try {
    return parseExact(bodyText(exchange));
  } catch {
    return undefined;
  }
}
