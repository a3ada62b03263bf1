import { schemaOf } from '../contract/schemas.ts';
import { answerKey } from '../vocabulary/answer-key.ts';
import type { Requester } from '../vocabulary/check.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { completion } from './planned.ts';
import { single } from './single.ts';

const descriptionKey = (model: string) => answerKey<'first' | 'second'>(`description/${model}`);

/** Values for the members that only one published description lists. */
const VALUES: Readonly<Record<string, unknown>> = {
  max_completion_tokens: 4,
  response_format: { type: 'text' },
  reasoning_effort: 'low',
  timeout: 30,
  functions: ['get_weather'],
  function_call: 'auto',
};

/** Members of the first description that the second one does not list. */
export function firstOnly(): string[] {
  return without('completion-request', 'completion-request-second');
}

/** Members of the second description that the first one does not list. */
export function secondOnly(): string[] {
  return without('completion-request-second', 'completion-request');
}

/** A plausible value of a member that only one description lists. */
export function plausible(member: string): unknown {
  return VALUES[member] ?? 1;
}

/** Why the second description would reject a request: the members of `body` that it lacks. */
export function lacksOf(body: Record<string, unknown>): string[] {
  const lacking = firstOnly().filter((member) => body[member] !== undefined);
  return typeof body.tool_choice === 'object' && body.tool_choice !== null
    ? [...lacking, 'the object form of tool_choice']
    : lacking;
}

/**
 * The published description that the target follows, by the members that only the first one lists: `second` if it
 * rejects them all with 400 or 422. Requested only after such a member was rejected, because accepted requests are
 * billed.
 */
export function describedBy(ask: Requester, model: string): Promise<'first' | 'second'> {
  return ask.shared(descriptionKey(model), async (own) => {
    for (const member of firstOnly()) {
      const exchange = await completion(own, single(member, { model, [member]: plausible(member) }));
      const status = exchange.response?.status;
      if (status === undefined)
        throw new Inconclusive('no answer shows which description the target follows', [exchange]);
      if (status !== 400 && status !== 422) return 'first';
    }
    return 'second';
  });
}

function without(name: 'completion-request' | 'completion-request-second', other: typeof name): string[] {
  const known = schemaOf(other).properties ?? {};
  return Object.keys(schemaOf(name).properties ?? {}).filter((member) => !Object.hasOwn(known, member));
}
