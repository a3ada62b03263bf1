import type { CompletionRequest } from '../completion-types.ts';
import { countTokens } from './tokenize.ts';

/** Overhead tokens of a message, and of the start of the completion. */
const FRAME = 3;

/** Number of prompt tokens: messages, offered tools and the requested format. */
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

/** The user's last message, or ''. */
export function lastWords(body: CompletionRequest): string {
  return body.messages.findLast((message) => message.role === 'user')?.content ?? '';
}
