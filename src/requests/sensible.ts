import { allowsCompletion } from '../contract/allowed-completion.ts';
import { isObject, list, member } from '../judge/json.ts';
import type { Json } from './edit.ts';

/** Whether a service has no other reason to reject the request: its parts are consistent. */
export function isSensible(body: Json): boolean {
  const { messages, tools, tool_choice: choice } = body;
  const headers = [['content-type', 'application/json']] as const;
  if (!allowsCompletion({ headers }, body)) return false;
  if (choice !== undefined && tools === undefined) return false;
  const names = list(tools).map((tool) => member(member(tool, 'function'), 'name'));
  if (isObject(choice) && !names.includes(member(member(choice, 'function'), 'name'))) return false;
  if (body.top_logprobs !== undefined && body.logprobs !== true) return false;
  const format = body.response_format;
  if (member(format, 'type') === 'json_schema' && member(format, 'json_schema') === undefined) return false;
  const required = (tool: unknown) => {
    const parameters = member(member(tool, 'function'), 'parameters');
    const properties = member(parameters, 'properties');
    return list(member(parameters, 'required')).every(
      (name) => isObject(properties) && String(name) in properties,
    );
  };
  return list(tools).every(required) && isConversation(list(messages), names);
}

function isConversation(messages: readonly unknown[], names: readonly unknown[]): boolean {
  let open: unknown[] = [];
  let last: unknown;
  for (const message of messages) {
    const role = member(message, 'role');
    const id = member(message, 'tool_call_id');
    if (role === 'tool' ? !open.includes(id) : open.length > 0) return false;
    open = open.filter((one) => one !== id);
    const calls = list(member(message, 'tool_calls'));
    open.push(...calls.map((call) => member(call, 'id')));
    if (!calls.every((call) => names.includes(member(member(call, 'function'), 'name')))) return false;
    if (role === last && role !== 'tool') return false;
    if (role === 'assistant' && (last === undefined || last === 'system')) return false;
    last = role;
  }
  return last === 'user' || last === 'tool';
}
