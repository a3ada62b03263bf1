import { type Asking, type Interview, NotApplicable, Undecided } from '../../check.ts';
import { type Beside, type Halves, keepsRange } from '../../judge/usage/summary.ts';
import { DAY, dayOf, daysAfter } from '../days.ts';
import { usageNames } from '../discovery/discover.ts';
import { frame, readings, readingsWithin } from '../frame.ts';
import { isDated } from '../ground.ts';
import { same, totals } from '../measures.ts';
import { totalsCheck } from '../reconcile/check-ids.ts';
import { Slice } from '../slice.ts';
import { askSummary, type Summary, summaryTotals } from '../summary.ts';
import { EMPTY_RANGE, meetingDay, middleOf } from './ranges.ts';

/** The summary of closed days, asked for once a round. */
export async function closedSummary(t: Interview, ask: Asking): Promise<Beside> {
  const whole = await frame(t, ask);
  const summary = await ask.shared('usage/closed-summary', (a) =>
    askSummary(a, whole.found.names, whole.range, 'the sums of closed days'),
  );
  return { summary, readings: readings(whole), range: whole.range };
}

/** The summary of closed days, or without dates where no names for dates were found. */
export async function someSummary(t: Interview, ask: Asking): Promise<Summary> {
  const found = await usageNames(t);
  if (isDated(found)) return (await closedSummary(t, ask)).summary;
  return askSummary(ask, found.names, {}, 'the summary without dates');
}

/** The summary of a time before all records. */
export async function summaryOfNothing(t: Interview, ask: Asking): Promise<Beside> {
  const { found } = await frame(t, ask);
  const summary = await ask.shared('usage/summary-of-nothing', (a) =>
    askSummary(a, found.names, EMPTY_RANGE, 'the sums of a time before all records'),
  );
  return { summary, readings: [new Slice()], range: EMPTY_RANGE };
}

/** The summary of a part of closed days. */
export async function summaryOfPart(t: Interview, ask: Asking): Promise<Beside> {
  const whole = await frame(t, ask);
  const range = middleOf(whole);
  const summary = await ask.shared('usage/summary-of-part', (a) =>
    askSummary(a, whole.found.names, range, 'the sums of a part of the range'),
  );
  const all = await closedSummary(t, ask);
  if (keepsRange(all).length > 0) {
    // Sums that are wrong for all closed days are wrong for a part of them: that is not the range.
    throw new Undecided(
      'the sums differ for all closed days as well',
      [all.summary.exchange],
      totalsCheck('total_requests'),
    );
  }
  return { summary, readings: readingsWithin(whole.history, range.start, range.end), range };
}

/**
 * The summaries in which a member is looked at: of closed days, of a part of them, of a time without records. Where one
 * of the latter two can't be had, as another check tells, the first one stands in for it.
 */
export function summariesOf(t: Interview): ((ask: Asking) => Promise<Beside>)[] {
  const closed = (ask: Asking) => closedSummary(t, ask);
  const others = [summaryOfPart, summaryOfNothing].map((gather) => async (ask: Asking) => {
    try {
      return await gather(t, ask);
    } catch (error) {
      if (error instanceof Undecided || error instanceof NotApplicable) return closed(ask);
      throw error;
    }
  });
  return [closed, ...others];
}

/** Summaries of two ranges that meet, beside that of their union. */
export async function summaryHalves(t: Interview, ask: Asking): Promise<Halves> {
  const whole = await frame(t, ask);
  const { names } = whole.found;
  const { summary: union } = await closedSummary(t, ask);
  const meeting = meetingDay(whole, whole.range);
  const first = await askSummary(ask, names, { ...whole.range, end: meeting }, `the sums up to ${meeting}`);
  const next = daysAfter(meeting, 1);
  const seconds: Summary[] = [
    await askSummary(ask, names, { ...whole.range, start: next }, `the sums from ${next} on`),
  ];
  const [a, b, all] = [first, seconds[0]!, union].map(summaryTotals);
  if (
    !same(
      totals((m) => a![m] + b![m]),
      all!,
    )
  ) {
    seconds.push(
      await askSummary(ask, names, { ...whole.range, start: meeting }, `the sums from ${meeting} on`),
    );
  }
  return { union, first, seconds };
}

/** The closed summary with what its days may be counted as. */
export async function summaryWithDays(t: Interview, ask: Asking) {
  const whole = await frame(t, ask);
  const beside = await closedSummary(t, ask);
  const [start, end] = [whole.edges.start, whole.edges.end].map(
    (edge) => new Set(edge.map(([instant]) => instant)),
  );
  const surely = [...whole.history.byInstant.keys()].filter((i) => !start!.has(i) && !end!.has(i));
  const sets = [
    surely,
    [...surely, ...start!],
    [...surely, ...end!],
    [...surely, ...start!, ...end!],
    [...whole.history.byInstant.keys()],
  ];
  const days = sets.map((instants) => [...new Set(instants.map(dayOf))].sort());
  const daysWithData = days.map((list) => list.length);
  const spans = sets
    .filter((s) => s.length > 0)
    .map((s) => Math.round((Math.max(...s) - Math.min(...s)) / DAY) + 1);
  return { ...beside, daysWithData, spans };
}
