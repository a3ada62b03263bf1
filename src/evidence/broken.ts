import { type Asking, Undecided } from '../check.ts';
import { completion } from '../generate/ask.ts';
import type { PlannedCompletion } from '../generate/corpus.ts';
import type { Exchange } from '../target/exchange.ts';
import { brokenAlike } from '../target/transient.ts';

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
  ask: Asking,
  row: PlannedCompletion,
  control: PlannedCompletion | undefined,
): Promise<Ending> {
  try {
    return { exchanges: [await completion(ask, row)], broken: false };
  } catch (error) {
    if (!(error instanceof Undecided) || !brokenAlike(error.exchanges) || !control) throw error;
    const last = error.exchanges.at(-1)!;
    const sound = await completion(ask, control).catch(() => undefined);
    if (!sound?.response || sound.failure) throw error;
    return { exchanges: [last, ...error.exchanges.filter((e) => e !== last), sound], broken: true };
  }
}

/** Lets an answer through; one whose body broke alike every time is left to the check that tells of it. */
export async function whole<T>(answer: Promise<T>, culprit: string): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Undecided) || error.culprit || !brokenAlike(error.exchanges)) throw error;
    throw new Undecided(error.message, error.exchanges, culprit);
  }
}
