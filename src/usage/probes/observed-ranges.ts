import type { CheckContext } from '../../vocabulary/check.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { orUndefined } from '../../vocabulary/undecidable.ts';
import { daysAfter, EVER } from '../days.ts';
import { type Query, queried, STATS, SUMMARY } from '../endpoints.ts';
import { closedHistory } from '../history/closed-history.ts';
import { meetingDay, middleOf } from '../history/ranges.ts';
import { integerOf, MEASURES } from '../measures.ts';
import { askSummary, type Summary, summaryOf, summaryTotals } from '../summary.ts';
import { recordsOf } from '../walk/page.ts';

/** Behavior that the contract leaves open, in a word. */
interface Observed {
  key: string;
  value: string;
  exchange: Exchange;
}

/** The extent of ranges: the end date, no dates at all, and reversed dates. */
export async function observedRanges(context: CheckContext): Promise<Observed[]> {
  const whole = await closedHistory(context, context);
  const { names } = whole.found;
  const part = middleOf(whole);
  const day = meetingDay(whole, part);
  const stats = (query: Query, label: string) => context.send(queried(STATS, names, query, label));
  const oneDay = await stats({ start: day, end: day }, 'records from a day to itself');
  // The following day shows whether a day has records.
  const beside = { start: day, end: daysAfter(day, 1) };
  const both =
    recordsOf(oneDay)?.length === 0 ? await stats(beside, 'records from a day to the next') : oneDay;
  const observed: Observed[] = [{ key: 'usage-end-date', value: endOf(oneDay, both), exchange: oneDay }];
  const reversed = { start: part.end, end: part.start };
  const records = await stats(reversed, 'records of a reversed range');
  observed.push({
    key: 'usage-stats-reversed',
    value: countOf(recordsOf(records)?.length, records),
    exchange: records,
  });
  const sums = await context.send(queried(SUMMARY, names, reversed, 'sums of a reversed range'));
  const body = summaryOf(sums);
  const requests = body && Number(body.total_requests);
  observed.push({ key: 'usage-summary-reversed', value: countOf(requests, sums), exchange: sums });
  return [...observed, ...(await withoutDates(context, whole.found.names))];
}

/**
 * Whether the records of a day are returned if it is the end of the range, compared with a longer range. A day may
 * begin at another midnight.
 */
export function endOf(exchange: Exchange, longer: Exchange): string {
  const found = recordsOf(exchange);
  if (!found) return `status ${exchange.response?.status ?? 'none'}`;
  if (found.length > 0) return 'included';
  return recordsOf(longer)?.length ? 'not included' : 'not seen: no records on the day that was asked for';
}

function countOf(count: number | undefined, exchange: Exchange): string {
  if (count === undefined || Number.isNaN(count)) return `status ${exchange.response?.status ?? 'none'}`;
  return count === 0 ? 'nothing' : 'records';
}

/**
 * The extent of the summary without dates: everything, if its sums are no smaller than those of all days, requested
 * just before. Our own completions are recorded meanwhile, and days that are still to come may be among those without
 * dates.
 */
async function withoutDates(
  context: CheckContext,
  names: Parameters<typeof askSummary>[1],
): Promise<Observed[]> {
  const observed = async (): Promise<Observed[]> => {
    const now = new Date(context.clock.now()).toISOString().slice(0, 10);
    const ever = { start: EVER, end: daysAfter(now, 2) };
    const all = summaryTotals(await askSummary(context, names, ever, 'sums of all days'));
    const plain = await askSummary(context, names, {}, 'sums without dates');
    const sums = summaryTotals(plain);
    const value = MEASURES.every((m) => sums[m] >= all[m]) ? 'everything' : spanOf(plain);
    return [{ key: 'usage-default-range', value, exchange: plain.exchange }];
  };
  return (await orUndefined(observed())) ?? [];
}

function spanOf(summary: Summary): string {
  const days = integerOf(summary.body.date_range_days);
  return days === undefined ? 'a part' : `a part (${days} days)`;
}
