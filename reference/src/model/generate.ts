import type { HostedModel } from '../catalogue.ts';
import { chance, hash, word } from '../chance.ts';
import type { CompletionRequest, GeneratedChoice, Generation } from '../completion-types.ts';
import { callTools, toolsToCall } from './call-tools.ts';
import { promptTokens } from './prompt.ts';
import { createSampler } from './sampler.ts';
import { speak } from './speak.ts';
import { tokenize } from './tokenize.ts';

/** Default token limit. */
const DEFAULT_LIMIT = 1024;

const THOUGHTS =
  'The request is short. I look at what is asked, choose plain words, check them once more, and then answer.';
const THOUGHT_TOKENS: Readonly<Record<string, number>> = { minimal: 3, low: 6, medium: 10, high: 20 };

/** The inputs of a completion in addition to its request. */
export interface Occasion {
  seed: number;
  /** Counts the requests of the service: no two completions have the same id. */
  serial: number;
  /** How often it was called with `name` before. */
  count(name: string): number;
  now: number;
}

/**
 * The toy model's completion. Everything in it follows from the service's seed and the request: the same request
 * has the same completion, and choices differ unless the temperature is 0. Ids of calls are returned in later
 * requests: they depend on the whole request and on how often it was sent, not on the order of concurrent requests.
 */
export function generate(
  body: CompletionRequest,
  model: HostedModel,
  { seed, serial, count, now }: Occasion,
): Generation {
  const limit = body.max_completion_tokens ?? body.max_tokens ?? DEFAULT_LIMIT;
  const name = `${seed} ${body.seed ?? ''} ${model.id} ${conversation(body)}`;
  const asked = body.tools ? `calls ${hash(JSON.stringify(body))}` : '';
  const occasion = `${asked} ${count(asked)}`;
  const choices = Array.from({ length: body.n ?? 1 }, (_, index) => {
    const salt = body.temperature === 0 ? name : `${name} ${index}`;
    return { ...choose(body, model, limit, salt, `${occasion} ${index}`), index };
  });
  return {
    id: `chatcmpl-${word(`${seed} answer ${serial}`, 24)}`,
    created: Math.floor(now / 1000),
    model: body.model,
    promptTokens: promptTokens(body),
    choices,
  };
}

/** The messages for the model, without ids of calls. */
function conversation({ messages }: CompletionRequest): string {
  if (!messages.some((message) => message.tool_calls)) return JSON.stringify(messages);
  return JSON.stringify(messages, (name, value) => (/^(tool_call_)?id$/.test(name) ? undefined : value));
}

function choose(
  body: CompletionRequest,
  model: HostedModel,
  limit: number,
  salt: string,
  name: string,
): Omit<GeneratedChoice, 'index'> {
  const random = chance(salt);
  const thoughts = model.reasons ? think(body) : [];
  const reasoning = thoughts.slice(0, limit);
  const room = limit - reasoning.length;
  const thinking = model.reasons ? { reasoning } : {};
  if (reasoning.length < thoughts.length) {
    return { tokens: [], toolCalls: [], finishReason: 'length', completionTokens: limit, ...thinking };
  }
  const tools = toolsToCall(body);
  if (tools.length > 0) {
    const { calls, tokens, cut } = callTools(tools, `${salt} ${name}`, room, random);
    return {
      tokens: [],
      toolCalls: calls,
      finishReason: cut ? 'length' : 'tool_calls',
      completionTokens: reasoning.length + tokens,
      ...thinking,
    };
  }
  const sampler = createSampler(body, random);
  const { tokens, finishReason } = speak(body, sampler, room, random);
  return {
    tokens,
    toolCalls: [],
    finishReason,
    completionTokens: reasoning.length + tokens.length,
    ...thinking,
    // A token that a stop string shortened keeps its probability but not its text.
    ...(body.logprobs ? { logprobs: sampler.logprobs.slice(0, tokens.length) } : {}),
  };
}

function think(body: CompletionRequest): string[] {
  const wanted = THOUGHT_TOKENS[body.reasoning_effort ?? 'low'] ?? 6;
  return tokenize(THOUGHTS).slice(0, wanted);
}
