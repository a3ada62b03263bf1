import { answerOfBody, answerOfStream } from '../../src/judge/answer.ts';
import { isObject } from '../../src/judge/json.ts';
import { isEventStream, jsonBody } from '../../src/judge/json-body.ts';
import { eachChunk } from '../../src/judge/stream/reading.ts';
import { completed } from '../../src/requests/bodies.ts';
import { streamed } from '../../src/requests/rows.ts';
import { streamAnswer } from '../../src/requests/streams.ts';
import type { Answer } from '../../src/vocabulary/answer.ts';
import type { CheckContext, Requester } from '../../src/vocabulary/check.ts';
import type { PlannedCompletion } from '../../src/vocabulary/planned-completion.ts';
import { whatCame } from '../../src/vocabulary/undecidable.ts';

/** A completion as far as its identity matters; the layout of its choices does not. */
export async function identified(ask: Requester, row: PlannedCompletion): Promise<Answer> {
  if (streamed(row)) return answerOfStream(await eachChunk(await streamAnswer(ask, row)));
  const { exchange, body } = await completed(ask, row);
  return answerOfBody(exchange, body);
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
