import type { CheckId } from '../vocabulary/check-ids.ts';
/** The path of the completion endpoint (spec 4.1). */
export const COMPLETIONS = '/api/v1/chat/completions';

/** One completion that a run pays for: a request that the contract allows and a real service has no reason to refuse. */
export interface PlannedCompletion {
  /** Stable and readable; unique in a run. */
  id: string;
  body: Record<string, unknown>;
  /** The limit on tokens of one choice; 0 without one. */
  tokens: number;
  choices: number;
  /** What it is for, in a few words. */
  why: string;
  /** Whether what is not ASCII is written as escapes, as many clients do. */
  escaped?: boolean;
  /** A member whose number is written with an exponent, or as -0. */
  exponent?: string;
  /** Whether it is written over several lines, with blank ones around it. */
  indented?: boolean;
  /** It takes the place of one that was refused, and is no part of what the run means to pay for. */
  isSubstitute?: boolean;
  /** It asks again for an answer that was cut off, with more room. */
  larger?: boolean;
  /** It is sent on a connection of its own on which others were refused before. */
  afterRefusals?: boolean;
  /** The check that tells what is wrong when this request is refused. */
  judgedBy: CheckId;
}

/** The check that tells whether a request with this member is accepted; a test holds that there is one for each member. */
export const acceptanceOf = (member: string): CheckId =>
  `request/accepts-${member.replaceAll('_', '-') as 'plain'}`;

/** A planned completion, with its price read off its body: the limit on tokens and the number of choices. */
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

/** Whether a row is for a model that was named beside the first one: it is asked for once, and never with more room. */
export const forOtherModel = ({ judgedBy }: PlannedCompletion): boolean =>
  judgedBy === 'request/accepts-models';
