import { hasControls } from '../../src/requests/prompts.ts';

/** Characters that services allow a message at least, if they limit it. */
const LONG = 1000;

/** Messages that any service with full conversations accepts. */
const MANY = 8;

/** The special features of a conversation. */
function marksOf(messages: unknown): string[] {
  const list = messages as Record<string, unknown>[];
  const named = (...roles: string[]) =>
    list.some(({ name, role }) => name !== undefined && roles.includes(String(role)));
  return [
    named('user') ? 'a name' : '',
    named('system') ? 'a name of a system message' : '',
    named('assistant') ? 'a name of an assistant message' : '',
    named('tool') ? 'a name of a tool message' : '',
    list.some(({ role, content }) => role === 'tool' && !/^[[{"]/.test(String(content)))
      ? 'a tool result in words'
      : '',
    list.some((m) => m.reasoning !== undefined) ? 'reasoning' : '',
    list.some((m) => m.content === undefined) ? 'a tool call without content' : '',
    list.some((m) => m.content !== undefined && m.tool_calls !== undefined) ? 'a tool call with text' : '',
    list.some((m) => (m.tool_calls as { type?: string }[] | undefined)?.some((c) => c.type === undefined))
      ? 'a tool call without type'
      : '',
    JSON.stringify(list).includes('"arguments":"{}"') ? 'a tool call without arguments' : '',
    list.length > MANY ? `more than ${MANY} messages` : '',
    list.some((m) => String(m.content).length > LONG) ? `more than ${LONG} characters` : '',
    list.some(({ content }) => hasControls(content)) ? 'control characters' : '',
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the bounds of ASCII
    /[^\x00-\x7f]/.test(JSON.stringify(list)) ? 'text beyond ASCII' : '',
  ].filter(Boolean);
}

/** The number and roles of messages, and their features. */
export function kindOf(messages: unknown): string {
  const marks = marksOf(messages);
  const list = messages as Record<string, unknown>[];
  const roles = [...new Set(list.map((m) => m.role))].join(', ');
  const kind = `${list.length} messages (${roles})`;
  return marks.length > 0 ? `${kind} with ${marks.join(', ')}` : kind;
}
