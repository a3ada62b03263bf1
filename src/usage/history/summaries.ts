import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { greatest, least } from '../../vocabulary/extremes.ts';
import { decided, Inconclusive, NotApplicable } from '../../vocabulary/undecidable.ts';
import { Aggregate } from '../aggregate.ts';
import { DAY, dayOf, EVER } from '../days.ts';
import { nameOf } from '../endpoints.ts';
import { type Halves, meet, type Part } from '../judge/halves.ts';
import { type Days, keepsRange, type SummaryComparison } from '../judge/summary.ts';
import { countsInWords, MEASURES, totalsCheck } from '../measures.ts';
import { orBlockedBy, unlessMissing, unlessRangeRefused } from '../required-answer.ts';
import { askSummary, type Summary, shownTotals } from '../summary.ts';
import { readableMeasures } from '../walk/usable-records.ts';
import { type Cut, cuts, cutsWithin, PAGING, permittedSums, permittedSumsWithin } from './closed-history.ts';
import { type ClosedRange, closedDays, isDated } from './closed-range.ts';
import { comparedHistory } from './compared-history.ts';
import { adjacentRanges, inEmptyRange, meetingDay, middleOf } from './ranges.ts';

const closedSummaryKey = (start: string, end: string) =>
  answerKey<Summary>(`usage/closed-summary ${start} ${end}`);
const summaryOfNothingKey = (start: string) =>
  answerKey<Summary | undefined>(`usage/summary-of-nothing ${start}`);
const SUMMARY_OF_PART = answerKey<Summary>('usage/summary-of-part');

/** The summary of closed days, requested once per round; another check judges a server error of their range. */
export function closedSummary(context: CheckContext, ask: Requester): Promise<SummaryComparison> {
  return owedSummary(context, ask).catch(orBlockedBy('usage/summary-range'));
}

async function owedSummary(context: CheckContext, ask: Requester): Promise<SummaryComparison> {
  const whole = await comparedHistory(context, ask);
  const summary = await summaryOfDays(whole, ask);
  const measures = readableMeasures(whole.history);
  return { summary, readings: permittedSums(whole), measures, range: whole.range };
}

/** The summary of some days, requested once per round. */
export function summaryOfDays(
  { found, range }: Pick<ClosedRange, 'found' | 'range'>,
  ask: Requester,
): Promise<Summary> {
  return ask.shared(closedSummaryKey(range.start, range.end), (a) =>
    askSummary(a, found.names, range, 'the sums of closed days', 'no-error'),
  );
}

/**
 * Tests whether the summary of all closed days is answered, if the reference covers only a few of them, because
 * pages are broken.
 */
export async function longRange(context: CheckContext): Promise<void> {
  if (PAGING.every((id) => context.holds(id))) return;
  const gather = async (ask: Requester) => summaryOfDays(await closedDays(context, ask), ask);
  await context.verify(gather, () => []);
}

/** The summary of closed days, or without dates if their names were not found. */
export async function someSummary(context: CheckContext, ask: Requester): Promise<Summary> {
  const found = await context.usageNames();
  if (isDated(found))
    return summaryOfDays(await closedDays(context, ask), ask).catch(orBlockedBy('usage/summary-range'));
  return askSummary(ask, found.names, {}, 'the summary without dates');
}

/** The summary of a range before all records, or of a future one if old dates are rejected. */
export async function summaryOfNothing(context: CheckContext, ask: Requester): Promise<SummaryComparison> {
  const found = await context.usageNames();
  nameOf(found.names, 'start');
  nameOf(found.names, 'end');
  const { range, summary } = await inEmptyRange(
    found,
    async (range, time) => {
      const summary = await ask.shared(summaryOfNothingKey(range.start), (a) =>
        askSummary(a, found.names, range, `the sums of ${time}`).catch(unlessRangeRefused),
      );
      return { range, summary };
    },
    (answer) => answer.summary === undefined,
  );
  // How old or future dates may be is open.
  if (!summary) throw new NotApplicable('the range without records is rejected');
  const told = Object.keys(shownTotals(summary)).length;
  if (told < 2) {
    const message = `the summary of an empty range has ${told} of the four counts`;
    throw new Inconclusive(message, [summary.exchange], 'usage/summary-of-nothing');
  }
  return { summary, readings: [new Aggregate()], measures: MEASURES, range };
}

/** The summary of a part of closed days. */
export async function summaryOfPart(context: CheckContext, ask: Requester): Promise<SummaryComparison> {
  const whole = await comparedHistory(context, ask);
  const range = middleOf(whole);
  const summary = await ask.shared(SUMMARY_OF_PART, (a) =>
    askSummary(a, whole.found.names, range, 'the sums of a part of the range', 'answer'),
  );
  const all = await owedSummary(context, ask);
  if (decided(keepsRange(all)).length > 0) {
    // Sums that are wrong for all closed days are wrong for a part of them: the range is not the cause.
    throw new Inconclusive(
      'the summary of all closed days differs too',
      [all.summary.exchange],
      totalsCheck('total_requests'),
    );
  }
  const readings = permittedSumsWithin(whole.history, range.start, range.end);
  return { summary, readings, measures: readableMeasures(whole.history), range };
}

/**
 * The summaries for tests of a member: of closed days, of a part of them, of a range without records. If one of the
 * latter is unavailable, as another check reports, the first one replaces it.
 */
export function summariesOf(context: CheckContext): ((ask: Requester) => Promise<SummaryComparison>)[] {
  const closed = (ask: Requester) => closedSummary(context, ask);
  const others = [summaryOfPart, summaryOfNothing].map((gather) => async (ask: Requester) => {
    return (await unlessMissing(gather(context, ask))) ?? closed(ask);
  });
  return [closed, ...others];
}

/** Summaries of two adjacent ranges, and that of their union. */
export async function summaryHalves(context: CheckContext, ask: Requester): Promise<Halves> {
  const whole = await comparedHistory(context, ask);
  const { summary } = await closedSummary(context, ask);
  const union = partOf(summary);
  const parts = await adjacentRanges(
    meetingDay(whole, whole.range),
    async (range, words) => {
      const accepts = 'end' in range ? 'no-error' : undefined;
      const query = { ...whole.range, ...range };
      return partOf(await askSummary(ask, whole.found.names, query, `the sums ${words}`, accepts));
    },
    (first, second) => meet({ endpoint: 'summary', union, first }, second),
  );
  return { endpoint: 'summary', union, ...parts };
}

const partOf = (summary: Summary): Part => ({
  exchange: summary.exchange,
  shown: countsInWords(shownTotals(summary)),
});

/**
 * The summaries for tests of the number of days: of closed days, and of a part of them if their range was not
 * given.
 */
export async function summariesWithDays(
  context: CheckContext,
): Promise<((ask: Requester) => Promise<Days>)[]> {
  const { range } = await comparedHistory(context, context);
  const closed = async (ask: Requester): Promise<Days> => {
    const beside = await closedSummary(context, ask);
    return counted(beside, cuts(await comparedHistory(context, ask)), range.start === EVER);
  };
  const part = async (ask: Requester): Promise<Days> => {
    const ofPart = async () => {
      const beside = await summaryOfPart(context, ask);
      const { history } = await comparedHistory(context, ask);
      return counted(beside, cutsWithin(history, beside.range.start, beside.range.end), false);
    };
    return (await unlessMissing(ofPart())) ?? closed(ask);
  };
  return range.start === EVER ? [closed, part] : [closed];
}

/** A summary with its possible numbers of days. */
function counted(beside: SummaryComparison, all: readonly Cut[], endless: boolean): Days {
  // Its sums show which days it includes, as far as they are correct.
  const summed = all.filter(
    ({ aggregate }) => decided(keepsRange({ ...beside, readings: [aggregate] })).length === 0,
  );
  const sets = (summed.length > 0 ? summed : all).map(({ instants }) => instants);
  const daysWithData = sets.map((set) => new Set(set.map(dayOf)).size);
  const spans = sets
    .filter((set) => set.length > 0)
    .map((set) => Math.round((greatest(set) - least(set)) / DAY) + 1);
  return { ...beside, daysWithData, spans, endless };
}
