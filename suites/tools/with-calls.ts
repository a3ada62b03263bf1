import { answerOfBody } from '../../src/judge/answer.ts';
import { expectChoices } from '../../src/judge/completion/usable.ts';
import { type JsonObject, list, member } from '../../src/judge/json.ts';
import { requestOf } from '../../src/judge/sweeps.ts';
import type { CompletionAsked } from '../../src/judge/table.ts';
import { callsSaidInEnd } from '../../src/judge/tools.ts';
import { type Completed, completed } from '../../src/requests/bodies.ts';
import { forOtherModel } from '../../src/requests/planned.ts';
import { withLargerLimit } from '../../src/requests/replies.ts';
import { eachRow, toolChoice, unstreamed } from '../../src/requests/rows.ts';
import type { Reply } from '../../src/vocabulary/answer.ts';
import type { CheckContext, Finding, Requester } from '../../src/vocabulary/check.ts';
import type { PlannedCompletion } from '../../src/vocabulary/planned-completion.ts';
import { Inconclusive } from '../../src/vocabulary/undecidable.ts';

/** Whether the request leaves the model no choice but a call. */
export const isForced = (row: PlannedCompletion) => ['named', 'required'].includes(toolChoice(row) ?? '');

/** The end of a completion with calls that the request did not force, also of one that an official client asked for. */
export const chosenCallEnds = ({ exchange, body }: CompletionAsked): Finding[] =>
  isForced(requestOf(exchange))
    ? []
    : callsSaidInEnd({ answer: answerOfBody(exchange, body), mayChoose: true, tokens: 0 });

export const offersTools = (row: PlannedCompletion) => Array.isArray(row.body.tools);

/** Completions with a call. One without a call is left to the checks that require calls. */
export function withCalls(context: CheckContext): ((ask: Requester) => Promise<Completed>)[] {
  return eachRow(
    context,
    (row) => unstreamed(row) && offersTools(row),
    async (ask, row) => {
      const found = await completed(ask, row);
      if (holdsCall(found)) return found;
      const cut = list(found.body.choices).some((c) => member(c, 'finish_reason') === 'length');
      const again = cut && toolChoice(row) === 'named' && !forOtherModel(row);
      const larger = again ? await completed(ask, withLargerLimit(row)) : found;
      if (holdsCall(larger)) return larger;
      expectChoices(larger);
      throw new Inconclusive('the answer has no tool call', [larger.exchange], 'tool/named-choice');
    },
  );
}

/** A reply with a call. */
export async function called(ask: Requester, row: PlannedCompletion): Promise<Reply> {
  const found = await ask.reply(row);
  if (found.answer.choices.some((choice) => choice.calls.length > 0)) return found;
  throw new Inconclusive('the answer has no tool call', [found.answer.exchange], 'tool/named-choice');
}

const holdsCall = ({ body }: Completed): boolean => hasCalls(body);

export function hasCalls(body: JsonObject): boolean {
  return list(body.choices).some((c) => list(member(member(c, 'message'), 'tool_calls')).length > 0);
}
