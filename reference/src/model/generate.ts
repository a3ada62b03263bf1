import type { HostedModel } from '../catalogue.ts';
import { chance, hash, word } from '../chance.ts';
import type { CompletionRequest, GeneratedChoice, Generation, Tool, ToolCall } from '../completion-types.ts';
import { lastWords, promptTokens } from './prompt.ts';
import { sampleJson } from './sample-json.ts';
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

/** Tokens of a call in addition to its name and arguments. */
const FRAME = 4;

/** Calls that fit the limit. */
interface Calls {
  calls: ToolCall[];
  tokens: number;
  cut: boolean;
}

/**
 * The called functions: the named one; with `required` at least one; with `auto` if the last message is the user's,
 * because the toy likes its tools. Several if the user asks for several.
 */
function toolsToCall(body: CompletionRequest): Tool[] {
  const tools = body.tools ?? [];
  const choice = body.tool_choice ?? 'auto';
  if (tools.length === 0 || choice === 'none') return [];
  if (typeof choice === 'object')
    return tools.filter((tool) => tool.function.name === choice.function.name).slice(0, 1);
  if (choice !== 'required' && body.messages.at(-1)?.role !== 'user') return [];
  const words = lastWords(body);
  const named = tools.filter((tool) => words.includes(tool.function.name));
  return named.length > 0 ? named : tools.slice(0, 1);
}

/** Makes calls of at most `room` tokens; arguments that do not fit are cut. */
function callTools(tools: readonly Tool[], name: string, room: number, random: () => number): Calls {
  const calls: ToolCall[] = [];
  let tokens = 0;
  for (const [i, tool] of tools.entries()) {
    const argumentTokens = tokenize(JSON.stringify(argumentsFor(tool, random)));
    const cost = FRAME + tokenize(tool.function.name).length;
    const left = room - tokens - cost;
    if (left < 0) return { calls, tokens: room, cut: true };
    const kept = argumentTokens.slice(0, left);
    calls.push({
      id: `call_${word(`${name} ${i}`, 24)}`,
      type: 'function',
      function: { name: tool.function.name, arguments: kept.join('') },
    });
    tokens += cost + kept.length;
    if (kept.length < argumentTokens.length) return { calls, tokens, cut: true };
  }
  return { calls, tokens, cut: false };
}

function argumentsFor(tool: Tool, random: () => number): unknown {
  const parameters = tool.function.parameters ?? {};
  const value = sampleJson({ type: 'object', ...parameters }, random);
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
}
