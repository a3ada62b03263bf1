import { compile, type JsonSchema, schemaOf, validate } from '../../contract/schemas.ts';
import { asPublished, type Behaviour } from '../behaviour.ts';
import type { JsonSchema as AnySchema, CompletionRequest } from '../completion-types.ts';
import { dotted, type Violation } from '../refusal.ts';
import { conflicts } from './conflicts.ts';

/** Tells what is wrong with a parsed body; an empty list when nothing is. */
export type BodyValidator = (body: unknown) => Violation[];

/** A validator for the schema that the behaviour makes of the published one. Compiled anew only when it is changed. */
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
 * Official clients replay an assistant's tool calls with `content: null`. The contract's letter has no null there, but
 * its first section wants these clients to work.
 */
function isReplayedCall(body: unknown, pointer: string): boolean {
  const match = /^\/messages\/(\d+)\/content$/.exec(pointer);
  if (!match) return false;
  const message = (body as { messages: Record<string, unknown>[] }).messages[Number(match[1])];
  return message?.content === null && message.role === 'assistant' && Array.isArray(message.tool_calls);
}
