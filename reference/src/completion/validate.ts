import { compile, type JsonSchema, schemaOf, validate } from '../../../src/contract/schemas.ts';
import { asPublished, type Behaviour } from '../behaviour.ts';
import type { JsonSchema as AnySchema, CompletionRequest } from '../completion-types.ts';
import { dotted, type Violation } from '../refusal.ts';
import { conflicts } from './conflicts.ts';

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
