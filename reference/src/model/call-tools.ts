import { word } from '../chance.ts';
import type { CompletionRequest, Tool, ToolCall } from '../completion-types.ts';
import { lastWords } from './prompt.ts';
import { sampleJson } from './sample-json.ts';
import { tokenize } from './tokenize.ts';

/** Tokens of a call in addition to its name and arguments. */
const FRAME = 4;

/** Calls that fit the limit. */
export interface Calls {
  calls: ToolCall[];
  tokens: number;
  cut: boolean;
}

/**
 * The called functions: the named one; with `required` at least one; with `auto` if the last message is the user's,
 * because the toy likes its tools. Several if the user asks for several.
 */
export function toolsToCall(body: CompletionRequest): Tool[] {
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
export function callTools(tools: readonly Tool[], name: string, room: number, random: () => number): Calls {
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
