import type { CheckId } from './check-ids.ts';

/**
 * One completion that a run pays for: a request that the contract allows and a real service has no reason to
 * reject.
 */
export interface PlannedCompletion {
  /** Stable and readable; unique in a run. */
  id: string;
  body: Record<string, unknown>;
  /** The limit on tokens of one choice; 0 without one. */
  tokens: number;
  choices: number;
  /** Its purpose in a few words. */
  why: string;
  /** Whether non-ASCII characters are escaped, as many clients do. */
  escaped?: boolean;
  /** A member whose number is written with an exponent, or as -0. */
  exponent?: string;
  /** Whether it is written over several lines, surrounded by blank ones. */
  indented?: boolean;
  /** A repetition with a larger limit, because the completion was cut. */
  larger?: boolean;
  /** It is sent on a separate connection after so many rejected requests. */
  afterRefusals?: number;
  /** The check that reports a rejection of this request. */
  judgedBy: CheckId;
}

/** A planned completion with its price: the limit on tokens and the number of choices. */
export function planned(
  id: string,
  why: string,
  body: Record<string, unknown>,
  judgedBy: CheckId = 'request/accepts-combinations',
): PlannedCompletion {
  const limit = body.max_tokens ?? body.max_completion_tokens;
  const choices = typeof body.n === 'number' ? body.n : 1;
  return { id, why, body, judgedBy, tokens: typeof limit === 'number' ? limit : 0, choices };
}
