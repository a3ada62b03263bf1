import { list, member } from '../judge/json.ts';
import { type PlannedCompletion, planned } from '../vocabulary/planned-completion.ts';
import { acceptanceOf } from './planned.ts';
import { BRIEF, CITY_AS_JSON, CLOCK_TOOL, conversation, WEATHER, weatherTool } from './prompts.ts';

/** Members that need another one: their control has both. */
export const DEPENDENT_MEMBERS: Readonly<Record<string, string>> = {
  top_logprobs: 'logprobs',
  tool_choice: 'tools',
};

/** Members that bound the completion: nearly every request has one. */
export const LIMITS = ['max_tokens', 'max_completion_tokens'];

/**
 * The minimal request with one optional member of `body`, and the members that it needs. If it is rejected, the
 * member is the cause, and not a combination.
 */
export function single(member: string, body: Record<string, unknown>): PlannedCompletion {
  const limit = LIMITS.includes(member) ? {} : { max_tokens: 4 };
  const companion = DEPENDENT_MEMBERS[member];
  const needed = companion && body[companion] !== undefined ? { [companion]: body[companion] } : {};
  const text = member.startsWith('tool') ? WEATHER : member === 'response_format' ? CITY_AS_JSON : BRIEF;
  const value = body[member];
  const alone = {
    model: body.model,
    messages: conversation('plain', text, 0),
    ...limit,
    ...needed,
    [member]: value,
  };
  const id = `single/${member}/${JSON.stringify([body.model, needed, value])}`;
  const judgedBy = acceptanceOf(member === 'max_tokens' ? 'plain' : member);
  return planned(id, `${member} alone`, alone, judgedBy);
}

/**
 * The minimal request with the conversation of `body`, and with tools if it replays a call: its own, if it has any.
 */
export function singleConversation(body: Record<string, unknown>): PlannedCompletion {
  const { model, messages, tools = [weatherTool(0), CLOCK_TOOL] } = body;
  const calls = replaysCalls(body);
  const alone = { model, messages, max_tokens: 4, ...(calls ? { tools } : {}) };
  const id = `single/messages/${JSON.stringify(alone)}`;
  return planned(id, 'a conversation alone', alone, 'request/accepts-conversations');
}

/** Whether the conversation contains an assistant's call. */
export const replaysCalls = ({ messages }: Record<string, unknown>): boolean =>
  list(messages).some((message) => member(message, 'tool_calls') !== undefined);
