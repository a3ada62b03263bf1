import { answerKey } from '../../vocabulary/answer-key.ts';
import type { Requester } from '../../vocabulary/check.ts';
import { type Day, EVER } from '../days.ts';
import type { ClosedHistory } from '../history/closed-history.ts';
import type { Measure, Totals } from '../measures.ts';
import { askSummary, summaryTotals } from '../summary.ts';
import { diagnoseDifference } from './diagnose-difference.ts';

const upToKey = (start: Day, end: Day) => answerKey<Totals>(`usage/summary-up-to ${start} ${end}`);

/** Days, their running sums in the records, and the summary up to each requested one. */
interface Running {
  days: Day[];
  /** Sum of the first n days. */
  sums: bigint[];
}

/**
 * Finds the day from which on the summary differs, by bisection: the sums up to a day must be those of the records
 * up to that day, or an adjacent one if days begin elsewhere or ends are exclusive. In the day, the records with
 * exactly the difference are named, as far as the stats show them.
 */
export async function locateInSummary(
  ask: Requester,
  closed: ClosedHistory,
  measures: readonly Measure[],
): Promise<{ where: Partial<Record<Measure, string>> }> {
  const { found, range, history, edges } = closed;
  const where: Partial<Record<Measure, string>> = {};
  // Days at the start may be counted in or out.
  if (range.start !== EVER && edges.start.length > 0) return { where };
  const aggregates = [...history.byInstant].sort((a, b) => a[0] - b[0]);
  const days = [...new Set(aggregates.map(([, aggregate]) => aggregate.day ?? ''))];
  const upTo = (day: Day) =>
    ask.shared(upToKey(range.start, day), async (own) => {
      const query = { start: range.start, end: day };
      return summaryTotals(await askSummary(own, found.names, query, `the sums up to ${day}`));
    });
  for (const measure of measures.slice(0, 2)) {
    const running: Running = { days, sums: [0n] };
    for (const day of days) {
      const own = aggregates
        .filter(([, s]) => s.day === day)
        .reduce((sum, [, s]) => sum + s.all.totals[measure], 0n);
      running.sums.push(running.sums.at(-1)! + own);
    }
    const found = await halve(running, async (day) => (await upTo(day))[measure]);
    if (!found) continue;
    const { day, records, summary } = found;
    const behind = await diagnoseDifference(ask, closed, day, measure, records - summary);
    const added = `${day}: this day adds ${records} to the records and ${summary} to the summary`;
    where[measure] = [added, ...(behind ? [behind] : [])].join('; ');
  }
  return { where };
}

async function halve(
  { days, sums }: Running,
  ask: (day: Day) => Promise<bigint>,
): Promise<{ day: Day; records: bigint; summary: bigint } | undefined> {
  // How many of the days up to and including days[i] a correct service counts.
  const included = (i: number, shown: bigint) =>
    [i + 1, i, i + 2].find((n) => sums[Math.min(n, days.length)] === shown);
  let good = -1;
  let goodShown = 0n;
  let goodCount = 0;
  let bad = days.length - 1;
  let badShown = await ask(days[bad]!);
  if (included(bad, badShown) !== undefined) return undefined;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    const shown = await ask(days[middle]!);
    const count = included(middle, shown);
    if (count === undefined) [bad, badShown] = [middle, shown];
    else [good, goodShown, goodCount] = [middle, shown, count];
  }
  // With an exclusive end the day that is added is the one before.
  const shift = good < 0 ? 0 : goodCount - (good + 1);
  const index = Math.max(0, Math.min(days.length - 1, bad + shift));
  return { day: days[index]!, records: sums[index + 1]! - sums[index]!, summary: badShown - goodShown };
}
