import { acceptedPart } from '../requests/accepted-part.ts';
import type { PlannedCompletion } from '../requests/planned.ts';
import type { CheckContext, Requester } from '../vocabulary/check.ts';
import { rows } from './rows.ts';

/**
 * Gatherers of what the completions of the corpus give that satisfy the predicate, one for each. Where the service refuses a
 * request for a part of it, its place is taken by the largest part of it that is accepted and satisfies the predicate as
 * well: that something in it is refused is told elsewhere, and takes nothing from other questions.
 */
export function eachRow<T>(
  context: CheckContext,
  wanted: (row: PlannedCompletion) => boolean,
  gather: (ask: Requester, row: PlannedCompletion) => Promise<T>,
): ((ask: Requester) => Promise<T>)[] {
  return rows(context, wanted).map(
    (row) => async (ask: Requester) => gather(ask, await acceptedPart(context, ask, row, wanted)),
  );
}

/** The requests of the corpus that satisfy the predicate, or what takes the place of those that are refused. */
export function acceptedRows(
  context: CheckContext,
  ask: Requester,
  wanted: (row: PlannedCompletion) => boolean,
): Promise<PlannedCompletion[]> {
  return Promise.all(rows(context, wanted).map((row) => acceptedPart(context, ask, row, wanted)));
}
