import { acceptedPart } from '../requests/accepted-part.ts';
import type { CheckContext, Requester } from '../vocabulary/check.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
import { rows } from './rows.ts';

/**
 * Gatherers of data from the completions of the corpus that satisfy the predicate, one for each. If the service
 * rejects a request for a part of it, chatspec retries it without the rejected part, as long as it satisfies the
 * predicate. Another check reports the rejection.
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

/** The requests of the corpus that satisfy the predicate, or the substitutes of rejected ones. */
export function acceptedRows(
  context: CheckContext,
  ask: Requester,
  wanted: (row: PlannedCompletion) => boolean,
): Promise<PlannedCompletion[]> {
  return Promise.all(rows(context, wanted).map((row) => acceptedPart(context, ask, row, wanted)));
}
