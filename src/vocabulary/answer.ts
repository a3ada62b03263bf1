import type { Exchange } from './exchange.ts';
import type { PlannedCompletion } from './planned-completion.ts';

/** A tool call as a client would execute it. */
export interface Call {
  id: string | undefined;
  type: string | undefined;
  name: string | undefined;
  /** The value of `arguments`; fragments of a stream are joined. */
  arguments: unknown;
}

/**
 * One choice of a completion, streamed or not, as a client would see it. Members of wrong types count as absent.
 */
export interface Choice {
  index: number;
  content: string;
  /** Text in the member `reasoning`, which the schema defines. */
  reasoning: string;
  /** Text in the member `reasoning_content`. */
  reasoningContent: string;
  calls: Call[];
  finishReason: string | undefined;
  /** The first value of `logprobs` that is not null. */
  logprobs: unknown;
}

/** An answer of the completion endpoint, streamed or not. */
export interface Answer {
  exchange: Exchange;
  streamed: boolean;
  choices: Choice[];
  id: string | undefined;
  model: string | undefined;
  usage: unknown;
}

/** A completion, streamed or not, with its request. */
export interface Reply {
  row: PlannedCompletion;
  answer: Answer;
  /** False if a stream's usage is misplaced or does not add up, which other checks report. */
  usageStands: boolean;
}

/** The aspects of a choice that can be read separately: its start and end, its reasoning, its texts. */
export type ChoicePart = 'ends' | 'reasoning' | 'texts';
