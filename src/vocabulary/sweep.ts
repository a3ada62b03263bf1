import type { Finding } from './check.ts';
import type { Exchange } from './exchange.ts';
import type { Undecidable } from './undecidable.ts';

/** The types of successful responses that the contract describes (spec 2.7, 6, 2.8, 2.9, 4.4). */
export const ANSWER_KINDS = ['completion', 'stream', 'stats', 'summary', 'export'] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

/** A response to a completion request whose only flaw is a number out of bounds (spec 7.3), whatever it was sent for. */
export const OUT_OF_BOUNDS = 'out-of-bounds';

/** The result of a rule for one response. */
export type Swept = readonly Finding[] | Undecidable | undefined;

/** A rule for every response of one type in a run, whoever requested it. */
export interface Sweep {
  of: AnswerKind | typeof OUT_OF_BOUNDS;
  /** This rule validates the whole response against its schema: it decides which responses count as validated. */
  validates?: true;
  /** The violation in one response, the reason why it is inconclusive, or `undefined` if there is none. */
  judge(exchange: Exchange): Swept | Promise<Swept>;
}

/** How often a rule was violated, over all responses of a run. */
export interface Seen {
  broken: number;
  /** Responses that the rule was applied to. */
  of: number;
  /** What the requests of the violating responses have in common, and no other has. */
  common?: string;
}

/** Received and validated responses of one type. */
export interface AnswerCounts {
  kind: AnswerKind;
  /** Responses with status 200 to requests that the contract allows. */
  answers: number;
  validated: number;
  /** Responses that violate a `must` rule. */
  broken: number;
  /** Why responses were not validated, with their number. */
  left: readonly { reason: string; count: number }[];
}
