import { validateResponse } from '../../contract/schemas.ts';
import type { DoubtingJudge, Finding, Judge } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import type { Aggregate } from '../aggregate.ts';
import { type DayRange, daysIn } from '../days.ts';
import { forSchema } from '../exact-json.ts';
import {
  inWords,
  isInteger,
  MEASURES,
  type Measure,
  plus,
  SUMMARY_MEMBER,
  same,
  type Totals,
} from '../measures.ts';
import { expectWhole } from '../required-answer.ts';
import { countIn, likeliest, type Summary, shownTotals, summaryObject } from '../summary.ts';
import { placeIn } from '../wrapped.ts';
import { bodyBegins, breach, isRefusal, unanswered } from './finding.ts';

/** 4.3, 2.9: an object with all ten members, all integers: every violation. */
export function summaryViolations(exchange: Exchange): Finding[] {
  const expected = 'status 200 with a JSON object';
  const none = unanswered(exchange, 'summary', expected);
  if (none) return [none];
  expectWhole(exchange);
  const body = summaryObject(exchange);
  if (!body) return [breach(exchange, 'body', expected, bodyBegins(exchange))];
  const value = Object.fromEntries(Object.entries(body).map(([n, v]) => [n, forSchema(v)]));
  return validateResponse('usage-summary', value).violations.map(({ pointer, message }) =>
    breach(exchange, `body ${pointer}`, 'a summary that matches section 2.9', `${pointer} ${message}`),
  );
}

/** The same, with the first violation only. */
export const fitsSummary: Judge<Exchange> = (exchange) => summaryViolations(exchange).slice(0, 1);

/**
 * The sums over no records are a summary too: zeros rather than null. A rejection is allowed; a server error is
 * not.
 */
export const fitsSummaryOrRefusal: Judge<Exchange> = (exchange) =>
  isRefusal(exchange) ? [] : fitsSummary(exchange);

/** The same if no summary is valid anyway: over no records, only a server error is an additional finding. */
export const noServerError: DoubtingJudge<Exchange> = (exchange) => {
  if ((exchange.response?.status ?? 0) >= 500) return fitsSummary(exchange);
  return new Inconclusive(
    'no summary has the ten integers of section 2.9',
    [exchange],
    'usage/summary-schema',
  );
};

export const summaryNotNegative: DoubtingJudge<Summary> = ({ exchange, body }) => {
  if (!Object.values(body).some(isInteger))
    return new Inconclusive('the summary has no integer', [exchange], 'usage/summary-schema');
  const member = Object.keys(body).find(
    (m) => (typeof body[m] === 'number' || typeof body[m] === 'bigint') && body[m] < 0,
  );
  return member
    ? [
        breach(
          exchange,
          `body ${placeIn(body, member)}`,
          'counts of 0 or more',
          `${member} is ${body[member]}`,
        ),
      ]
    : [];
};

export const summaryTotalIsSum: Judge<Summary> = (summary) => {
  const [input, output, total] = MEASURES.map((m) => countIn(summary, SUMMARY_MEMBER[m])) as [
    bigint,
    bigint,
    bigint,
  ];
  if (input + output === total) return [];
  const expected = 'total_tokens = total_input_tokens + total_output_tokens';
  return [breach(summary.exchange, 'body /total_tokens', expected, `${input} + ${output} is not ${total}`)];
};

/** A summary, and the possible records of its range. */
export interface SummaryComparison {
  summary: Summary;
  readings: readonly Aggregate[];
  /** The readable measures of all these records: others have no sum. */
  measures: readonly Measure[];
  range: DayRange;
}

/**
 * The range is used: more than one of the four sums is that of the range. Another check reports a single wrong sum.
 */
export const keepsRange: DoubtingJudge<SummaryComparison> = ({ summary, readings, measures, range }) => {
  const shown = shownTotals(summary);
  const compared = measures.filter((m) => shown[m] !== undefined);
  if (compared.length < 2) {
    const lacking = measures.length < 2 ? 'the records have' : 'the summary has';
    const blockedBy = measures.length < 2 ? 'usage/stats-record-schema' : 'usage/summary-schema';
    return new Inconclusive(`${lacking} fewer than two of the four counts`, [summary.exchange], blockedBy);
  }
  const agreeing = (aggregate: Aggregate) =>
    compared.filter((m) => aggregate.all.totals[m] === shown[m]).length;
  if (readings.some((aggregate) => agreeing(aggregate) >= 2)) return [];
  const expected = `the sums of the records from ${range.start} to ${range.end}`;
  const wanted = readings[0]!.all.totals;
  const [one, other] = compared.toReversed().filter((m) => wanted[m] !== shown[m]) as [Measure, Measure?];
  const told = [one, ...(other ? [other] : [])];
  const actual = `${told.map((m) => `${shown[m]} ${inWords(m)}`).join(' and ')} where the records have ${told.map((m) => wanted[m]).join(' and ')}`;
  return [breach(summary.exchange, 'body', expected, actual)];
};

/** Members of 2.9 in addition to the four sums that depend on the organization. The days of a range do not. */
export const COUNTED = [
  'unique_users',
  'unique_models',
  'unique_providers',
  'api_usage',
  'app_usage',
] as const;
export type Counted = (typeof COUNTED)[number];

/** The sums of the records of one source. */
const ofSource = (aggregate: Aggregate, source: string): Totals =>
  aggregate.of((kind) => kind.source === source).totals;

/** The possible values of a member for these records. */
export function valuesOf(aggregate: Aggregate, member: Counted): bigint[] {
  switch (member) {
    case 'unique_users':
      return [BigInt(aggregate.users.size)];
    case 'unique_models':
      return [BigInt(aggregate.counts('model').size)];
    case 'unique_providers': {
      // An empty name may be no provider.
      const names = aggregate.counts('provider');
      return [BigInt(names.size), ...(names.has('') ? [BigInt(names.size - 1)] : [])];
    }
    default: {
      const { total_tokens, total_requests } = ofSource(aggregate, member === 'api_usage' ? 'api' : 'app');
      return [total_tokens, total_requests];
    }
  }
}

/** A member of the summary is one of the possible values in any honest reading of the records. */
function memberIs(member: Counted, what: string): Judge<SummaryComparison> {
  return ({ summary, readings }): Finding[] => {
    const shown = countIn(summary, member);
    if (readings.some((reading) => valuesOf(reading, member).includes(shown))) return [];
    const told = valuesOf(likeliest(shownTotals(summary), readings), member).join(' or ');
    return [
      breach(
        summary.exchange,
        `body ${placeIn(summary.body, member)}`,
        `${what} (${told})`,
        `${member} is ${shown}`,
      ),
    ];
  };
}

export const uniqueUsers = memberIs('unique_users', 'the number of users in the records');
export const uniqueModels = memberIs('unique_models', 'the number of models in the records');
export const uniqueProviders = memberIs('unique_providers', 'the number of providers in the records');

/** api_usage and app_usage may count requests or tokens, both the same. */
export const usageBySource: Judge<SummaryComparison> = ({ summary, readings }) => {
  const shown = [countIn(summary, 'api_usage'), countIn(summary, 'app_usage')];
  const fits = readings.some((aggregate) => {
    const [api, app] = [ofSource(aggregate, 'api'), ofSource(aggregate, 'app')];
    return MEASURES.slice(2).some((m) => api[m] === shown[0] && app[m] === shown[1]);
  });
  if (fits) return [];
  const reading = likeliest(shownTotals(summary), readings);
  const [api, app] = [ofSource(reading, 'api'), ofSource(reading, 'app')];
  const expected = `the requests (${api.total_requests}, ${app.total_requests}) or the tokens (${api.total_tokens}, ${app.total_tokens}) of each source`;
  return [
    breach(summary.exchange, 'body /api_usage', expected, `api_usage is ${shown[0]}, app_usage ${shown[1]}`),
  ];
};

/**
 * api_usage and app_usage match the records, or add up to the summary's own requests or tokens if the records have
 * no other source: the part that can be judged in a summary that differs from the records.
 */
export const sourcesComeToAll: Judge<SummaryComparison> = (beside) => {
  const { summary, readings } = beside;
  if (usageBySource(beside).length === 0) return [];
  const noOther = readings.every((aggregate) => {
    const both = plus(ofSource(aggregate, 'api'), ofSource(aggregate, 'app'));
    return same(both, aggregate.all.totals);
  });
  const together = countIn(summary, 'api_usage') + countIn(summary, 'app_usage');
  const all = shownTotals(summary);
  if (!noOther || MEASURES.slice(2).some((m) => all[m] === undefined || all[m] === together)) return [];
  const expected = `api_usage + app_usage equal to all requests (${all.total_requests}) or all tokens (${all.total_tokens}), since no record has another source`;
  return [breach(summary.exchange, 'body /api_usage', expected, `api_usage + app_usage is ${together}`)];
};

/** A summary, and the possible numbers of its days. */
export interface Days extends SummaryComparison {
  daysWithData: readonly number[];
  /** From the first day with data to the last. */
  spans: readonly number[];
  /** The range begins long before any retention period. */
  endless: boolean;
}

/** Minimum number of days by which a range that begins long before all records is cut, if it is cut. */
const CUT_AT_LEAST = 100;

/**
 * Days of the range with or without its end, days with data, or days from the first to the last with data. A range
 * that begins long before all records may be cut to the retention period.
 */
export const daysOfRange: Judge<Days> = ({ summary, range, daysWithData, spans, endless }) => {
  const all = daysIn(range.start, range.end);
  const readings = [all, all - 1, ...daysWithData, ...spans, ...spans.map((n) => n - 1)];
  const shown = countIn(summary, 'date_range_days');
  if (readings.some((n) => BigInt(n) === shown)) return [];
  if (endless && shown >= Math.max(...spans) && shown <= all - CUT_AT_LEAST) return [];
  const expected = `the days of the range (${all} or ${all - 1}) or the days with data (${[...new Set(daysWithData)].join(' or ')})`;
  return [breach(summary.exchange, 'body /date_range_days', expected, `date_range_days is ${shown}`)];
};
