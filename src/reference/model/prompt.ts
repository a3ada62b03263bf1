import type { CompletionRequest } from '../completion-types.ts';
import { countTokens } from './tokenize.ts';

/** Tokens that a message takes beside its text, and that the answer's beginning takes. */
const FRAME = 3;

/** How many tokens the model reads: messages, the tools on offer and the format that is asked for. */
export function promptTokens(body: CompletionRequest): number {
  let count = FRAME;
  for (const message of body.messages) {
    count += FRAME + countTokens(message.role) + countTokens(message.content ?? '');
    if (message.name) count += 1 + countTokens(message.name);
    for (const call of message.tool_calls ?? [])
      count += FRAME + countTokens(call.function.name) + countTokens(call.function.arguments);
  }
  if (body.tools?.length && body.tool_choice !== 'none') count += countTokens(JSON.stringify(body.tools));
  const schema = body.response_format?.json_schema?.schema;
  if (schema) count += countTokens(JSON.stringify(schema));
  return count;
}

/** What the person said last, or ''. */
export function lastWords(body: CompletionRequest): string {
  return body.messages.findLast((message) => message.role === 'user')?.content ?? '';
}
