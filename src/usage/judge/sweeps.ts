import type { Finding, Judge } from '../../vocabulary/check.ts';
import { type Exchange, header } from '../../vocabulary/exchange.ts';
import type { AnswerKind, Sweep } from '../../vocabulary/sweep.ts';
import { Inconclusive, isUndecidable } from '../../vocabulary/undecidable.ts';
import { declaredCharset, notCsv } from '../csv/export.ts';
import { Table } from '../csv/table.ts';
import { dayOf, lastClosedDay } from '../days.ts';
import { MEASURES } from '../measures.ts';
import { shownTotals, summaryObject } from '../summary.ts';
import { type Page, readPage } from '../walk/page.ts';
import {
  combinationOf,
  createdAfter,
  identityOf,
  inOneCase,
  readRecord,
  recordViolations,
} from '../walk/record.ts';
import { placeIn } from '../wrapped.ts';
import { isCsv, type MaybeCsv, rowsOfOneOrganization } from './export.ts';
import { breach, quoted } from './finding.ts';
import { ONE_RECORD_EACH } from './history.ts';
import { isArray } from './page.ts';
import { summaryNotNegative, summaryTotalIsSum, summaryViolations } from './summary.ts';

/** The records of a page violate the same constraints: each is one finding, in the first record with it. */
const CONSTRAINTS_AT_MOST = 20;

/** Applies a rule to every response of an endpoint with status 200. */
function everyAnswer(of: AnswerKind, judge: (exchange: Exchange) => ReturnType<Sweep['judge']>): Sweep {
  return { of, judge: (exchange) => (exchange.response?.status === 200 ? judge(exchange) : undefined) };
}

/** 4.2: the stats are an array of objects. */
export const statsAreArrays = everyAnswer('stats', isArray);

/** 2.8: every record of every page matches the schema; some violations are less severe. */
export const recordsFit: Sweep = {
  ...everyAnswer('stats', (exchange) => recordBreaches(readPage(exchange))),
  validates: true,
};

function recordBreaches({ exchange, records }: Page): Finding[] {
  const found = new Map<string, Finding>();
  for (const [index, raw] of records.entries()) {
    if (found.size >= CONSTRAINTS_AT_MOST) break;
    const { violations, lesser } = recordViolations(raw);
    for (const { pointer, keyword, message } of violations) {
      const key = `${pointer} ${keyword}`;
      if (found.has(key)) continue;
      const place = `body ${placeIn(records, index)}${pointer}`;
      found.set(key, breach(exchange, place, 'records that match section 2.8', `${pointer} ${message}`));
    }
    for (const { pointer, expected, actual } of lesser) {
      const place = `body ${placeIn(records, index)}${pointer}`;
      if (!found.has(pointer)) found.set(pointer, breach(exchange, place, expected, actual, 'warn'));
    }
  }
  return [...found.values()];
}

/** 2.8: no count of any record is negative. */
export const recordsNotNegative = everyAnswer('stats', (exchange) => {
  const { records } = readPage(exchange);
  for (const [index, raw] of records.entries()) {
    const member = MEASURES.find((measure) => isNegative(raw[measure]));
    if (member === undefined) continue;
    const place = `body ${placeIn(records, index)}/${member}`;
    return [breach(exchange, place, 'counts of 0 or more', `${member} is ${raw[member]}`)];
  }
  return [];
});

/** 2.8: no record of any page was created after it was shown. */
export const recordsCreatedBefore = everyAnswer('stats', (exchange) => {
  const { records } = readPage(exchange);
  const index = records.findIndex(({ created_at }) => createdAfter(created_at, exchange));
  if (index < 0) return [];
  const actual = `${records[index]!.created_at}, with Date header ${header(exchange, 'date')}`;
  const place = `body ${placeIn(records, index)}/created_at`;
  return [breach(exchange, place, 'created_at before the response', actual)];
});

const isNegative = (value: unknown): boolean =>
  (typeof value === 'number' || typeof value === 'bigint') && value < 0;

/** 2.9: every summary has the ten integers. */
export const summariesFit: Sweep = { ...everyAnswer('summary', summaryViolations), validates: true };

/** 2.9: no count of any summary is negative. The number of days is not a count, and open if one date is absent. */
export const summariesNotNegative = everyAnswer('summary', (exchange) => {
  const { date_range_days: _, ...body } = summaryObject(exchange) ?? {};
  return Object.keys(body).length > 0 ? summaryNotNegative({ exchange, body }) : undefined;
});

const TOKENS = ['input_tokens', 'output_tokens', 'total_tokens'] as const;

/** 2.9: the total of every summary is the sum of its tokens. */
export const summariesAddUp = everyAnswer('summary', (exchange) => {
  const body = summaryObject(exchange);
  if (!body || TOKENS.some((m) => shownTotals({ exchange, body })[m] === undefined)) return undefined;
  return summaryTotalIsSum({ exchange, body });
});

/** 4.4: every export is CSV. */
export const exportsAreCsv: Sweep = {
  ...everyExport(isCsv),
  validates: true,
};

/** 5.3: the rows of every export are of one organization. */
export const exportsOfOneOrganization = everyExport(rowsOfOneOrganization);

function everyExport(judge: Judge<MaybeCsv>): Sweep {
  return everyAnswer('export', (exchange) => {
    const read = tableOf(exchange);
    return isUndecidable(read) ? read : judge(read);
  });
}

/** 5.3: the records of every page are of one organization. */
export const recordsOfOneOrganization = everyAnswer('stats', (exchange) => {
  const { records } = readPage(exchange);
  const ids = records.map(({ org_id }) => (typeof org_id === 'string' ? inOneCase(org_id) : undefined));
  const first = ids.find((id) => id !== undefined);
  const other = ids.findIndex((id) => id !== undefined && id !== first);
  if (other < 0) return [];
  const place = `body ${placeIn(records, other)}/org_id`;
  return [breach(exchange, place, 'one org_id in all records', quoted(String(records[other]!.org_id)))];
});

/** 2.8: no page has two records of one user, model, provider and source on one closed date. */
export const recordsAggregatedOnce = everyAnswer('stats', (exchange) => {
  const { records } = readPage(exchange);
  const end = lastClosedDay(exchange.startedAt);
  const identities = new Map<string, string>();
  for (const [index, raw] of records.entries()) {
    const record = readRecord(raw);
    if (!record?.provider || record.user === '' || dayOf(record.instant) > end) continue;
    const [key, identity] = [combinationOf(record), identityOf(record, true)];
    const other = identities.get(key);
    identities.set(key, identity);
    if (other === undefined || other === identity) continue;
    const actual = `a second record of ${record.date}, ${record.model}, ${record.source}`;
    return [breach(exchange, `body ${placeIn(records, index)}`, ONE_RECORD_EACH, actual)];
  }
  return [];
});

const tables = new WeakMap<Exchange, MaybeCsv | Inconclusive>();

/** An export, read once; one that is not wholly in memory is left to the checks that requested it. */
function tableOf(exchange: Exchange): MaybeCsv | Inconclusive {
  const read = tables.get(exchange) ?? readTable(exchange);
  tables.set(exchange, read);
  return read;
}

function readTable(exchange: Exchange): MaybeCsv | Inconclusive {
  if (notCsv(exchange)) return { exchange, table: undefined };
  const { body } = exchange.response!;
  if (!body.whole) return new Inconclusive('the body exceeds the memory limit', [exchange]);
  const table = new Table(undefined, declaredCharset(exchange));
  try {
    table.feed(body.bytes);
    table.end();
  } catch (error) {
    if (error instanceof Inconclusive) return error;
    throw error;
  }
  return { exchange, table };
}
