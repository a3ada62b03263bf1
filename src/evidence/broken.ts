import { answered, completion, completionSpec } from '../requests/ask.ts';
import type { PlannedCompletion } from '../requests/corpus.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { CheckId } from '../vocabulary/check-ids.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { brokenAlike } from '../vocabulary/transient.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';

/** An answer whose body came whole, or broke off in the same way at the same place every time. */
export interface Ending {
  exchanges: readonly [Exchange, ...Exchange[]];
  broken: boolean;
}

/**
 * Asks for a row to see how its body ends. A body that breaks three times alike counts only beside a control whose
 * body is whole; without one it stays undecided.
 */
export async function endingOf(
  ask: Requester,
  row: PlannedCompletion,
  control: PlannedCompletion | undefined,
): Promise<Ending> {
  try {
    return { exchanges: [await answered(ask, row)], broken: false };
  } catch (error) {
    if (!(error instanceof Inconclusive) || !brokenAlike(error.exchanges) || !control) throw error;
    const last = error.exchanges.at(-1)!;
    const sound = await controlOf(ask, control);
    if (!sound?.response || sound.failure) throw error;
    return { exchanges: [last, ...error.exchanges.filter((e) => e !== last), sound], broken: true };
  }
}

/** The answer to a control; where what broke has used up what valid requests may cost, it is bought as a control is. */
async function controlOf(ask: Requester, control: PlannedCompletion): Promise<Exchange | undefined> {
  try {
    return await completion(ask, control).catch(() => ask.beside(completionSpec(control)));
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    return undefined;
  }
}

/** Lets an answer through; one whose body broke alike every time is left to the check that tells of it. */
export async function whole<T>(answer: Promise<T>, blockedBy: CheckId): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Inconclusive) || error.blockedBy || !brokenAlike(error.exchanges)) throw error;
    throw new Inconclusive(error.message, error.exchanges, blockedBy);
  }
}
