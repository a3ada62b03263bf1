import { compile, type JsonSchema, schemaOf, validate } from '../../../src/contract/schemas.ts';
import { asPublished, type Behaviour } from '../behaviour.ts';
import type { JsonSchema as AnySchema, CompletionRequest } from '../completion-types.ts';
import { dotted, type Violation } from '../refusal.ts';

/** The violations of a parsed body; an empty list if it is valid. */
export type BodyValidator = (body: unknown) => Violation[];

/** A validator for the behavior's version of the published schema. Compiled again only if it is changed. */
export function createValidator(behaviour: Behaviour): BodyValidator {
  const check =
    behaviour.requestSchema !== asPublished
      ? compile(
          behaviour.requestSchema(structuredClone(schemaOf('completion-request')) as AnySchema) as JsonSchema,
        )
      : (body: unknown) => validate('completion-request', body);
  return (body) => {
    const broken = check(body).filter((violation) => !isReplayedCall(body, violation.pointer));
    if (broken.length === 0) return conflicts(body as CompletionRequest);
    return broken.map(({ pointer, keyword, message }) => ({
      pointer,
      keyword,
      message: `${dotted(pointer) ?? 'The body'} ${message}.`,
    }));
  };
}

/**
 * Official clients replay an assistant's tool calls with `content: null`. The contract's schema does not allow null
 * there, but its first section requires these clients to work.
 */
function isReplayedCall(body: unknown, pointer: string): boolean {
  const match = /^\/messages\/(\d+)\/content$/.exec(pointer);
  if (!match) return false;
  const message = (body as { messages: Record<string, unknown>[] }).messages[Number(match[1])];
  return message?.content === null && message.role === 'assistant' && Array.isArray(message.tool_calls);
}

/** More choices than anyone needs. */
const MOST_CHOICES = 128;

/**
 * Valid requests according to the schema that the service cannot fulfill; the contract leaves each of these open.
 */
function conflicts(body: CompletionRequest): Violation[] {
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
