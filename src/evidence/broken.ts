import { answered, completion, completionSpec } from '../requests/ask.ts';
import type { PlannedCompletion } from '../requests/corpus.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { CheckId } from '../vocabulary/check-ids.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import { brokenAlike } from '../vocabulary/transient.ts';
import {
  attempt,
  decided,
  Inconclusive,
  isUndecidable,
  NotApplicable,
  orUndefined,
  type Undecidable,
} from '../vocabulary/undecidable.ts';

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
): Promise<Ending | Undecidable> {
  const answer = await attempt(answered(ask, row));
  if (!isUndecidable(answer)) return { exchanges: [answer], broken: false };
  if (answer instanceof NotApplicable || !brokenAlike(answer.exchanges) || !control) return answer;
  const last = answer.exchanges.at(-1)!;
  const sound = await controlOf(ask, control);
  if (!sound?.response || sound.failure) return answer;
  return { exchanges: [last, ...answer.exchanges.filter((e) => e !== last), sound], broken: true };
}

/** The answer to a control; where what broke has used up what valid requests may cost, it is bought as a control is. */
async function controlOf(ask: Requester, control: PlannedCompletion): Promise<Exchange | undefined> {
  return orUndefined(completion(ask, control).catch(() => ask.sendControl(completionSpec(control))));
}

/** Lets an answer through; one whose body broke alike every time is left to the check that tells of it. */
export async function whole<T>(answer: Promise<T>, blockedBy: CheckId): Promise<T> {
  const value = await attempt(answer);
  if (!(value instanceof Inconclusive) || value.blockedBy || !brokenAlike(value.exchanges))
    return decided(value) as T;
  throw new Inconclusive(value.message, value.exchanges, blockedBy);
}
