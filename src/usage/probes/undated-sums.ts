import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { orUndefined } from '../../vocabulary/undecidable.ts';
import { DAY, dayOf, daysAfter, EVER, startOf } from '../days.ts';
import { type Query, SUMMARY } from '../endpoints.ts';
import { type ClosedHistory, closedHistory } from '../history/closed-history.ts';
import { answeringPath } from '../history/plain-requests.ts';
import type { UndatedSums } from '../judge/isolation.ts';
import { MEASURES, plus, same, type Totals } from '../measures.ts';
import { askSummary, shownTotals } from '../summary.ts';
import { type UsageSnapshot, within } from '../walk/usage-snapshot.ts';
import { openQueries, others as othersRecordsOf, withOtherKey } from './isolation.ts';

/** Those with an end alone, which later usage does not change. */
const UNTIL = answerKey<UndatedSums>('isolation/sums-until');

/**
 * The sums without dates, and with one of them, for both organizations, which are known to differ; those of `closed`
 * days alone. None if the summary requires both dates.
 */
export async function undatedSums(
  context: CheckContext,
  when: 'any' | 'closed' = 'any',
): Promise<((ask: Requester) => Promise<UndatedSums>)[]> {
  const whole = await closedHistory(context, context);
  if ((await answeringPath(context, context, 'summary')) !== SUMMARY) return [];
  const due = openQueries(whole).filter(([query]) => when === 'any' || query.end !== undefined);
  return due.map(([query, words]) => {
    const gather = (ask: Requester) => sumsOf(ask, whole, query, words);
    return query.end === undefined ? gather : (ask: Requester) => ask.shared(UNTIL, gather);
  });
}

async function sumsOf(
  ask: Requester,
  whole: ClosedHistory,
  query: Query,
  asked: string,
): Promise<UndatedSums> {
  const { names, base } = whole.found;
  const theirs = await othersRecordsOf(ask, whole);
  const sums = (from: Requester, range: Query, whose: string) =>
    askSummary(from, names, range, `${whose} sums ${asked}`);
  const [own, others] = await Promise.all([
    sums(ask, query, 'our'),
    sums(withOtherKey(ask), query, "the other organization's"),
  ]);
  const all: Query = {
    ...query,
    start: query.start ?? EVER,
    end: query.end ?? daysAfter(dayOf(base.startedAt), 2),
  };
  // A smaller sum than that of both together excludes a mix; enough for each excludes a swap.
  const [mine, other] = [surely(whole.history, query), surely(theirs, query)];
  const shown = shownTotals(own);
  const isSwapped = !reaches(shown, mine) || !reaches(shownTotals(others), other);
  // Some services reject old or future dates.
  const ever =
    isSwapped || reaches(shown, plus(mine, other))
      ? await orUndefined(
          Promise.all([sums(ask, all, 'our'), sums(withOtherKey(ask), all, "the other organization's")]),
        )
      : undefined;
  return {
    exchange: own.exchange,
    asked,
    shown,
    others: { exchange: others.exchange, shown: shownTotals(others) },
    twins: same(theirs.all.totals, whole.history.all.totals),
    ever: ever && {
      exchanges: ever.map(({ exchange }) => exchange),
      own: shownTotals(ever[0]),
      theirs: shownTotals(ever[1]),
    },
  };
}

/** Whether each shown measure is at least this one. */
const reaches = (shown: Partial<Totals>, least: Totals): boolean =>
  MEASURES.every((m) => (shown[m] ?? least[m]) >= least[m]);

/** The sums of closed days that are in a range at any midnight. */
function surely(history: UsageSnapshot, { start, end }: Query): Totals {
  const from = start === undefined ? Number.NEGATIVE_INFINITY : startOf(start) + 2 * DAY;
  const until = end === undefined ? Number.POSITIVE_INFINITY : startOf(end) - DAY;
  return within(history, (instant) => instant > from && instant < until).all.totals;
}
