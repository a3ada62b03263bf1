import type { JsonSchema } from '../src/contract/schemas.ts';
import { stopsBefore } from '../src/judge/completion/stop.ts';
import { contentAsJson, contentFits, contentParses } from '../src/judge/formats.ts';
import { member } from '../src/judge/json.ts';
import { completeReply } from '../src/requests/replies.ts';
import { formatType, rows, stopStrings, unstopped } from '../src/requests/rows.ts';
import type { Reply } from '../src/vocabulary/answer.ts';
import type { Check, Requester } from '../src/vocabulary/check.ts';
import type { PlannedCompletion } from '../src/vocabulary/planned-completion.ts';
import { Inconclusive } from '../src/vocabulary/undecidable.ts';

const NONE = 'this run has no request with such a response format';
const CUT =
  'Retries once with a larger limit if the limit cut the choice. Inconclusive if the larger limit cuts it too.';

/**
 * A completion whose content is complete. A model that spent all tokens on reasoning shows nothing, which is no
 * violation.
 */
async function written(ask: Requester, row: PlannedCompletion): Promise<Reply> {
  const found = await completeReply(ask, row, (choice) => contentAsJson(choice) !== undefined);
  const silent = found.answer.choices.some(
    (choice) => choice.content === '' && `${choice.reasoning}${choice.reasoningContent}` !== '',
  );
  if (stopsBefore({ answer: found.answer, stops: stopStrings(row) }).length > 0) {
    const message = 'the content contains the stop string that ended it';
    throw new Inconclusive(message, [found.answer.exchange], 'completion/stop-absent');
  }
  if (silent) throw new Inconclusive('the model reasoned and wrote nothing', [found.answer.exchange]);
  return found;
}

const wants = (type: string) => (row: PlannedCompletion) => formatType(row) === type && unstopped(row);

export const checks: readonly Check[] = [
  {
    id: 'format/json-object',
    title: 'json_object returns JSON content',
    clauses: ['2.6', '1'],
    level: 'should',
    about: `Sends requests with response_format json_object, streamed and not. Warns if the content cannot be parsed. ${CUT}`,
    run: (context) =>
      context.verifyEach(
        rows(context, wants('json_object')).map((row) => (ask) => written(ask, row)),
        contentParses,
        NONE,
      ),
  },
  {
    id: 'format/json-schema',
    title: 'json_schema returns content that matches the schema',
    clauses: ['2.6', '1'],
    level: 'should',
    profile: 'standard',
    about: `Sends requests with response_format json_schema, streamed and not. Warns if the content cannot be parsed or does not match the schema. ${CUT}`,
    run: (context) =>
      context.verifyEach(
        rows(context, wants('json_schema')).map((row) => async (ask) => ({
          ...(await written(ask, row)),
          schema: member(member(row.body.response_format, 'json_schema'), 'schema') as JsonSchema,
        })),
        contentFits,
        NONE,
      ),
  },
];
