import type { Finding } from './check.ts';
import type { Exchange } from './exchange.ts';
import type { Undecidable } from './undecidable.ts';

/** The kinds of successful answers that the contract describes (spec 2.7, 6, 2.8, 2.9, 4.4). */
export const ANSWER_KINDS = ['completion', 'stream', 'stats', 'summary', 'export'] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

/** What a rule says of one answer. */
export type Swept = readonly Finding[] | Undecidable | undefined;

/** A rule for every answer of one kind that a run receives, whoever asked for it and whatever for. */
export interface Sweep {
  of: AnswerKind;
  /** This rule validates the whole answer against its schema: it decides which answers count as validated. */
  validates?: true;
  /** What is wrong in one answer, why it can't be judged, or `undefined` when the rule says nothing about it. */
  judge(exchange: Exchange): Swept | Promise<Swept>;
}

/** How often a rule was broken, over all answers of a run. */
export interface Seen {
  broken: number;
  /** Answers that the rule was applied to. */
  of: number;
  /** What the requests of the broken answers have in common, and no other has. */
  common?: string;
}

/** How many answers of one kind a run received and validated. */
export interface AnswerCounts {
  kind: AnswerKind;
  /** Answers with status 200 to requests that the contract allows. */
  answers: number;
  validated: number;
  /** Answers that break a `must` rule. */
  broken: number;
  /** Why answers were not validated, with how many. */
  left: readonly { reason: string; count: number }[];
}
