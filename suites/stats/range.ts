import { membersFit } from '../../src/usage/history/closed-history.ts';
import { longAgo, partOfHistory } from '../../src/usage/history/ranges.ts';
import { sameAsListed } from '../../src/usage/judge/same-records.ts';
import { keepsDay } from '../../src/usage/judge/single-day.ts';
import { ofDay, recordsOfDay } from '../../src/usage/probes/single-day.ts';
import type { CheckContext } from '../../src/vocabulary/check.ts';

/** A range of the stats holds what belongs to it: a part of closed days, none of them, and one. */
export async function keepsRange(context: CheckContext): Promise<void> {
  await membersFit(context, ['date']);
  await context.verifyEach(
    [(ask) => partOfHistory(context, ask), (ask) => longAgo(context, ask)],
    sameAsListed,
  );
  await ofDay(context.verify((ask) => recordsOfDay(context, ask), keepsDay));
}
