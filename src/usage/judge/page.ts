import type { Judge } from '../../vocabulary/check.ts';
import { counted } from '../../vocabulary/counted.ts';
import { bodyText, type Exchange } from '../../vocabulary/exchange.ts';
import { NotApplicable } from '../../vocabulary/undecidable.ts';
import type { DayRange } from '../days.ts';
import { sameRecord } from '../discovery/effect.ts';
import { expectWhole } from '../required-answer.ts';
import { isRecordList, type Page, type RawRecord, recordsOf } from '../walk/page.ts';
import { readPartly, type UsageRecord } from '../walk/record.ts';
import { placeIn, recordsWithoutEnd } from '../wrapped.ts';
import { bodyBegins, breach, isRefusal, quoted, unanswered } from './finding.ts';

/** 4.2: a JSON array of objects. */
export const isArray: Judge<Exchange> = (exchange) => {
  const none = unanswered(exchange, 'stats', 'status 200');
  if (none) return [none];
  expectWhole(exchange);
  if (isRecordList(exchange)) return [];
  const endless = recordsWithoutEnd(bodyText(exchange));
  const actual = endless
    ? `a list of ${counted(endless.length, 'record')} without a closing bracket`
    : bodyBegins(exchange);
  return [breach(exchange, 'body', 'a JSON array of records', actual)];
};

/** The response, unless it is a rejection, which is allowed and shows nothing. */
export function unlessDeclined(exchange: Exchange): Exchange | NotApplicable {
  if (!isRefusal(exchange)) return exchange;
  return new NotApplicable(
    `rejected with status ${exchange.response?.status}, which the contract leaves open`,
  );
}

/**
 * A successful response is an array for any query, possibly an empty one. A rejection is allowed; a server error is
 * not.
 */
export const isArrayOrRefusal: Judge<Exchange> = (exchange) => (isRefusal(exchange) ? [] : isArray(exchange));

/** A page with a requested size, and the records after it. */
export interface Sized {
  size: number;
  page: Page;
  /** The record right after the page, if it was requested. */
  next: Page | undefined;
  /** Other stats are lists, so these have to be lists too. */
  mustBeList?: boolean;
}

/** A page has as many records as were requested, as long as there are more; a single one is in a list, too. */
export const honoursSize: Judge<Sized> = ({ size, page, next, mustBeList = false }) => {
  const came = page.records.length;
  if (mustBeList && page.exchange.response && !isRecordList(page.exchange)) {
    const expected = `a JSON array for a page of ${counted(size, 'record')}, as without parameters`;
    return [breach(page.exchange, 'body', expected, bodyBegins(page.exchange))];
  }
  const expected = `${counted(size, 'record')} for page size ${size}, since more exist`;
  if (came > size) return [breach(page.exchange, 'body', expected, `${came} records`)];
  const after = next?.records[0];
  const more = after !== undefined && !page.records.some((r) => sameRecord(r, after));
  return came < size && more
    ? [breach([page.exchange, next!.exchange], 'body', expected, `${came} records`)]
    : [];
};

/** The records of a range, and a record in it that the stats show without dates. */
export interface KnownRange {
  exchange: Exchange;
  base: Exchange;
  range: DayRange;
  known: UsageRecord | undefined;
}

/** A range with a record that is shown elsewhere returns records. A rejection is allowed. */
export const bringsRecords: Judge<KnownRange> = ({ exchange, base, range, known }) =>
  known === undefined || recordsOf(exchange)?.length !== 0
    ? []
    : [
        breach(
          [exchange, base],
          'body',
          `records from ${range.start} to ${range.end}, since another response has one of ${quoted(String(known.raw.date))}`,
          'no records',
        ),
      ];

/** The response to an offset that skips all records. */
export interface AtEnd {
  exchange: Exchange;
  offset: number;
  /** The unexpected records, and the last ones of the list, from an offset before the end. */
  came?: readonly RawRecord[];
  last?: Page & { from: number };
}

/**
 * Skipping all records leaves none, which is no error: a walk through full pages ends there. The status for invalid
 * parameters is open, so a rejection is only a warning. A skipped record must not be returned; others may be new.
 */
export const endsQuietly: Judge<AtEnd | undefined> = (asked) => {
  if (!asked) return [];
  const { exchange, offset, came = [], last } = asked;
  const status = exchange.response?.status ?? 0;
  const expected = `no records and no error for offset ${offset}, beyond the last record`;
  if (status >= 400)
    return [breach(exchange, 'status', expected, `status ${status}`, status < 500 ? 'warn' : undefined)];
  const again = last?.records.findIndex((record) => came.some((one) => sameRecord(one, record))) ?? -1;
  if (!last || again < 0) return [];
  const actual = `${counted(came.length, 'record')}, one of them record ${last.from + again} of the list`;
  return [breach([exchange, last.exchange], 'body', expected, actual)];
};

/** Records of a query with a condition. */
export interface Filtered {
  page: Page;
  /** The query, in words. */
  asked: string;
  holds(record: UsageRecord): boolean;
  /** Minimum and maximum number of records. */
  count: { least: number; most: number };
}

/** Only matching records, and as many as a page must have of them. */
export const onlyMatching: Judge<Filtered> = ({ page, asked, holds, count }) => {
  const wrong = page.records.findIndex((raw) => {
    // Another check reports unreadable counts; they do not prevent identifying the record.
    const record = readPartly(raw);
    const isKnown = record && !['model', 'source'].some((member) => record.lacking.includes(member));
    return isKnown && !holds(record);
  });
  if (wrong >= 0) {
    const { date, model, model_provider: provider, source } = page.records[wrong]!;
    const shown = [date, model, provider, source].filter((value) => value != null);
    const actual = `a record of ${shown.map((value) => quoted(String(value))).join(', ')}`;
    return [
      breach(
        page.exchange,
        `body ${placeIn(page.records, wrong)}`.trimEnd(),
        `only records with ${asked}`,
        actual,
      ),
    ];
  }
  const came = page.records.length;
  if (came >= count.least && came <= count.most) return [];
  const { least, most } = count;
  return [
    breach(
      page.exchange,
      'body',
      `${least === most ? counted(least, 'record') : `${most === Number.POSITIVE_INFINITY ? `${least} or more` : `${least} to ${most}`} records`} with ${asked}`,
      counted(came, 'record'),
    ),
  ];
};
