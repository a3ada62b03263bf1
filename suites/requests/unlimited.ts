import { answerOfBody } from '../../src/judge/answer.ts';
import { jsonBody } from '../../src/judge/json-body.ts';
import { showsReasoning } from '../../src/judge/reasoning.ts';
import { plainRow } from '../../src/requests/ask.ts';
import type { CheckContext, Requester } from '../../src/vocabulary/check.ts';
import { type PlannedCompletion, planned } from '../../src/vocabulary/planned-completion.ts';
import { NotApplicable } from '../../src/vocabulary/undecidable.ts';

/**
 * A request for a short completion, without any limit. Rejects with `NotApplicable` if a model would reason for
 * long.
 */
export async function unlimited(context: CheckContext, ask: Requester): Promise<PlannedCompletion> {
  const plain = plainRow(context.model);
  const first = await ask.answered(plain);
  const reasons = showsReasoning(answerOfBody(first, jsonBody(first)));
  if (reasons || context.model === context.reasoningModel)
    throw new NotApplicable('the model reasons, so an unlimited request has no known cost');
  const { max_tokens: _, ...body } = plain.body;
  return planned('no-limit', 'a short answer without a token limit', body, 'request/accepts-no-limit');
}
