import { answerOfBody, answerOfStream, endedByItself } from '../judge/answer.ts';
import { expectUsable } from '../judge/completion/usable.ts';
import { showsReasoning } from '../judge/reasoning.ts';
import { withoutEchoedEnds } from '../judge/stream/echoed-ends.ts';
import { chunked } from '../judge/stream/reading.ts';
import { expectUsableStream } from '../judge/stream/usable.ts';
import { usageComesLast, usageSums } from '../judge/stream/usage.ts';
import type { Choice, ChoicePart, Reply } from '../vocabulary/answer.ts';
import type { CheckContext, Requester } from '../vocabulary/check.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
import { skipped } from '../vocabulary/undecidable.ts';
import { completed } from './bodies.ts';
import { forOtherModel } from './planned.ts';
import { eachRow, streamed } from './rows.ts';
import { streamAnswer } from './streams.ts';

/** See `Requester.reply`. */
export async function reply(ask: Requester, row: PlannedCompletion, at?: ChoicePart): Promise<Reply> {
  if (!streamed(row)) {
    const found = await completed(ask, row);
    expectUsable(found);
    return { row, answer: answerOfBody(found.exchange, found.body), usageStands: true };
  }
  const reading = withoutEchoedEnds(await chunked(await streamAnswer(ask, row)));
  expectUsableStream(reading, row, at);
  const usageStands = usageComesLast(reading).length === 0 && usageSums(reading).length === 0;
  return { row, answer: answerOfStream(reading), usageStands };
}

/** Tokens for a short call or JSON text, even after some reasoning. Models rarely use all of them. */
const LARGER = 192;
/** Tokens that complete one that has begun. */
const FOR_THE_REST = 64;

/**
 * The same if the completion has to be complete: if a choice was cut off before `shown` holds, the request is
 * repeated once with a larger limit. A choice that is cut off again is inconclusive. Requests to additional models
 * are not repeated, because their number is promised.
 */
export async function completeReply(
  ask: Requester,
  row: PlannedCompletion,
  shown: (choice: Choice) => boolean,
): Promise<Reply> {
  const first = await ask.reply(row);
  const cut = (choice: Choice) => !endedByItself(choice) && !shown(choice);
  if (!first.answer.choices.some(cut)) return first;
  if (forOtherModel(row)) throw skipped('the limit cut the answer', [first.answer.exchange]);
  const second = await ask.reply(withLargerLimit(row, roomFor(first, cut)));
  if (second.answer.choices.some(cut)) {
    const both = [second.answer.exchange, first.answer.exchange];
    throw skipped('the larger limit cut the answer too', both);
  }
  return second;
}

/** A completion that has begun its result needs fewer tokens than one that may still be reasoning. */
function roomFor({ row, answer }: Reply, cut: (choice: Choice) => boolean): number {
  const begun = answer.choices
    .filter(cut)
    .every(({ content, calls }) => content.trim() !== '' || calls.some((call) => call.name !== undefined));
  const most = begun && !showsReasoning(answer) ? FOR_THE_REST : LARGER;
  return Math.min(LARGER, Math.max(most, 2 * row.tokens));
}

/** The same request with a limit that allows reasoning first. */
export function withLargerLimit(row: PlannedCompletion, limit = LARGER): PlannedCompletion {
  const { max_tokens: _, max_completion_tokens: __, ...others } = row.body;
  const name = row.body.max_completion_tokens === undefined ? 'max_tokens' : 'max_completion_tokens';
  return {
    ...row,
    id: limit === LARGER ? `${row.id}/larger-limit` : `${row.id}/limit-${limit}`,
    why: `${row.why}, with a larger limit`,
    body: { ...others, [name]: limit },
    tokens: limit,
    larger: true,
  };
}

/** Gatherers of all completions of the corpus, streamed or not, that satisfy the predicate. */
export function replies(
  context: CheckContext,
  wanted: (row: PlannedCompletion) => boolean,
  at?: ChoicePart,
): ((ask: Requester) => Promise<Reply>)[] {
  return eachRow(context, wanted, (ask, row) => ask.reply(row, at));
}

/** The same, complete: see `completeReply`. */
export function completeReplies(
  context: CheckContext,
  wanted: (row: PlannedCompletion) => boolean,
  shown: (choice: Choice) => boolean,
): ((ask: Requester) => Promise<Reply>)[] {
  return eachRow(context, wanted, (ask, row) => completeReply(ask, row, shown));
}
