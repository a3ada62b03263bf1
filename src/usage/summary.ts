import type { Requester } from '../vocabulary/check.ts';
import type { Names } from '../vocabulary/discovered.ts';
import { bodyText, type Exchange } from '../vocabulary/exchange.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import type { Aggregate } from './aggregate.ts';
import { type Query, queried, SUMMARY } from './endpoints.ts';
import { DIGITS_READ, parseExact } from './exact-json.ts';
import { integerOf, knownTotals, MEASURES, SUMMARY_MEMBER, type Totals, totals } from './measures.ts';
import { expectAnswer, expectWhole, type RequiredAnswer } from './required-answer.ts';
import { isObject, wrappedSummary } from './wrapped.ts';

const SUMMARY_SCHEMA = 'usage/summary-schema';

/** A response of the summary endpoint. */
export interface Summary {
  exchange: Exchange;
  /** The body as received; integers beyond 2^53 are bigints. */
  body: Record<string, unknown>;
}

/**
 * Requests the sums of a range; anything but an object is `Inconclusive`, with the check that judges it, or
 * `ValidRequestRefused`.
 */
export async function askSummary(
  ask: Requester,
  names: Names,
  query: Query,
  label: string,
  due?: RequiredAnswer,
): Promise<Summary> {
  const exchange = await ask.send(queried(SUMMARY, names, query, label));
  expectAnswer(exchange, due);
  expectWhole(exchange);
  const body = summaryOf(exchange);
  if (!body) throw new Inconclusive(`no JSON object for ${label}`, [exchange], SUMMARY_SCHEMA);
  return { exchange, body };
}

/**
 * The summary of a successful response, even if it is wrapped: another check reports that. Undefined for anything
 * else.
 */
export function summaryOf(exchange: Exchange): Record<string, unknown> | undefined {
  const body = bodyOf(exchange);
  return wrappedSummary(body) ?? (isObject(body) ? body : undefined);
}

/** The object of a successful response; undefined for anything else. */
export function summaryObject(exchange: Exchange): Record<string, unknown> | undefined {
  const body = bodyOf(exchange);
  return isObject(body) ? body : undefined;
}

function bodyOf(exchange: Exchange): unknown {
  if (exchange.failure || exchange.response?.status !== 200) return undefined;
  try {
    return parseExact(bodyText(exchange));
  } catch {
    return undefined;
  }
}

/** An integer member of the summary; `Inconclusive` if it is missing. */
export function countIn(summary: Summary, member: string): bigint {
  const count = integerOf(summary.body[member]);
  if (count !== undefined) return count;
  const what = `no integer of up to ${DIGITS_READ} digits`;
  throw new Inconclusive(`the summary's ${member} is ${what}`, [summary.exchange], SUMMARY_SCHEMA);
}

/** Those of the four counts that are integers in the summary. */
export const shownTotals = ({ body }: Summary): Partial<Totals> =>
  knownTotals((measure) => integerOf(body[SUMMARY_MEMBER[measure]]));

/** The four counts of a summary. */
export function summaryTotals(summary: Summary): Totals {
  return totals((measure) => countIn(summary, SUMMARY_MEMBER[measure]));
}

/** The reading of a range with most of these sums: an endpoint that shows them follows it, if it follows any. */
export function likeliest(shown: Partial<Totals>, readings: readonly Aggregate[]): Aggregate {
  const agreeing = ({ all }: Aggregate) => MEASURES.filter((m) => all.totals[m] === shown[m]).length;
  return readings.reduce((best, next) => (agreeing(next) > agreeing(best) ? next : best));
}
