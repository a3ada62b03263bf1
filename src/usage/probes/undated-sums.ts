import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { orNothing } from '../../vocabulary/undecidable.ts';
import { type ClosedHistory, closedHistory } from '../closed-history.ts';
import { dayOf, daysAfter } from '../days.ts';
import { EVER } from '../discovery/basis.ts';
import { type Query, SUMMARY } from '../endpoints.ts';
import type { UndatedSums } from '../judge/isolation.ts';
import { same } from '../measures.ts';
import { answeringPath } from '../plain-requests.ts';
import { askSummary, shownTotals } from '../summary.ts';
import { others as othersRecordsOf, withOtherKey } from './isolation.ts';
import { middleOf } from './ranges.ts';

/**
 * The sums without dates, and with one of them, as both organizations are told. Organizations are known to be two. None where
 * the summary answers with both dates only.
 */
export async function undatedSums(
  context: CheckContext,
): Promise<((ask: Requester) => Promise<UndatedSums>)[]> {
  const whole = await closedHistory(context, context);
  if ((await answeringPath(context, context, 'summary')) !== SUMMARY) return [];
  const asked: [Query, string][] = [[{}, 'without dates']];
  try {
    const { start, end } = middleOf(whole);
    asked.push([{ start }, 'with a start alone'], [{ end }, 'with an end alone']);
  } catch {
    // Too few days to part them: the rest is asked.
  }
  return asked.map(
    ([query, words]) =>
      (ask) =>
        sumsOf(ask, whole, query, words),
  );
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
  // Some services refuse to look back so far, or to look ahead.
  const ever = await orNothing(
    Promise.all([sums(ask, all, 'our'), sums(withOtherKey(ask), all, "the other organization's")]),
  );
  return {
    exchange: own.exchange,
    asked,
    shown: shownTotals(own),
    others: { exchange: others.exchange, shown: shownTotals(others) },
    twins: same(theirs.all.totals, whole.history.all.totals),
    ever: ever && {
      exchanges: ever.map(({ exchange }) => exchange),
      own: shownTotals(ever[0]),
      theirs: shownTotals(ever[1]),
    },
  };
}
