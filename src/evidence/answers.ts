import { answerOfBody, answerOfStream, endedByItself } from '../judge/answer.ts';
import { isReason } from '../judge/completion/envelope.ts';
import { isObject, list, member } from '../judge/json.ts';
import type { Chunk, ParsedStream } from '../judge/parsed-stream.ts';
import { showsReasoning } from '../judge/reasoning.ts';
import { brings } from '../judge/stream/parts.ts';
import { usageComesLast, usageSums } from '../judge/stream/usage.ts';
import { forOtherModel } from '../requests/planned.ts';
import type { Answer, Choice, ChoicePart, Reply } from '../vocabulary/answer.ts';
import type { CheckContext, Requester } from '../vocabulary/check.ts';
import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';
import { skipped } from '../vocabulary/undecidable.ts';
import { completed, isEventStream, jsonBody } from './bodies.ts';
import { eachRow, streamed, whatCame } from './rows.ts';
import { chunked, eachChunk, streamAnswer } from './streams.ts';
import { expectUsable, expectUsableStream } from './usable-response.ts';

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

/** A completion as far as its identity matters; the layout of its choices does not. */
export async function identified(ask: Requester, row: PlannedCompletion): Promise<Answer> {
  if (streamed(row)) return answerOfStream(await eachChunk(await streamAnswer(ask, row)));
  const { exchange, body } = await completed(ask, row);
  return answerOfBody(exchange, body);
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

/** Every completion of the run and of its other shards with status 200, whoever requested it. */
export async function answersOfRun(context: CheckContext): Promise<Answer[]> {
  const all = [...context.ownCompletions(), ...context.completionsElsewhere()];
  const doubted = new Set(all.flatMap((exchange) => exchange.doubted ?? []));
  const answers = all
    .filter(({ id, response, failure }) => response?.status === 200 && !failure && !doubted.has(id))
    .map(async (exchange) => {
      const body = jsonBody(exchange);
      if (isObject(body)) return [answerOfBody(exchange, body)];
      return isEventStream(exchange) ? [answerOfStream(await eachChunk(exchange))] : [];
    });
  return (await whatCame(answers)).flat();
}

/**
 * The stream without finish reasons that the usage chunk repeats next to an empty delta, since they were sent
 * before. Another check reports the repetition.
 */
export function withoutEchoedEnds<S extends ParsedStream>(reading: S): S {
  const ended = new Set<unknown>();
  let found = false;
  const chunks = reading.chunks.map((chunk) => {
    const choices = list(chunk.json.choices);
    const echoes = choices.map((choice) => isEcho(chunk, choice) && ended.has(member(choice, 'index')));
    for (const choice of choices)
      if (isReason(member(choice, 'finish_reason'))) ended.add(member(choice, 'index'));
    if (!echoes.includes(true)) return chunk;
    found = true;
    const without = choices.map((choice, i) =>
      echoes[i] && isObject(choice) ? { ...choice, finish_reason: null } : choice,
    );
    return { ...chunk, json: { ...chunk.json, choices: without } };
  });
  return found ? { ...reading, chunks } : reading;
}

/** A choice with nothing but a finish_reason, in the usage chunk. */
function isEcho({ json }: Chunk, choice: unknown): boolean {
  return (
    isObject(json.usage) && isReason(member(choice, 'finish_reason')) && !brings(member(choice, 'delta'))
  );
}
