import type { CompletionRequest } from '../completion-types.ts';
import type { Violation } from '../refusal.ts';

/** More choices than anyone needs. */
const MOST_CHOICES = 128;

/**
 * Valid requests according to the schema that the service cannot fulfill; the contract leaves each of these open.
 */
export function conflicts(body: CompletionRequest): Violation[] {
  const found: Violation[] = [];
  const add = (pointer: string, message: string) => found.push({ pointer, keyword: 'conflict', message });
  if (body.messages.length === 0) add('/messages', 'messages must hold at least one message.');
  for (const limit of ['max_tokens', 'max_completion_tokens'] as const) {
    if (typeof body[limit] === 'number' && body[limit] < 1) add(`/${limit}`, `${limit} must be at least 1.`);
  }
  if (typeof body.n === 'number' && body.n > MOST_CHOICES) add('/n', `n must be at most ${MOST_CHOICES}.`);
  if (typeof body.top_logprobs === 'number' && body.logprobs !== true) {
    add('/top_logprobs', 'top_logprobs needs logprobs to be true.');
  }
  if (body.response_format?.type === 'json_schema' && !body.response_format.json_schema) {
    add('/response_format/json_schema', 'response_format.json_schema is required for the type json_schema.');
  }
  const choice = body.tool_choice;
  const tools = body.tools ?? [];
  if (typeof choice === 'object' && choice !== null) {
    if (!tools.some((tool) => tool.function.name === choice.function.name)) {
      add('/tool_choice', 'tool_choice names a function that is not among the tools.');
    }
  } else if (choice === 'required' && tools.length === 0) {
    add('/tool_choice', 'tool_choice is required, but there are no tools.');
  }
  return found;
}
