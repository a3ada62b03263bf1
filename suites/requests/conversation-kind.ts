import { hasControls } from '../../src/requests/prompts.ts';

/** Characters that services allow a message at least, where they set a bound of their own to it. */
const LONG = 1000;

/** Messages that any service that keeps whole conversations takes. */
const MANY = 8;

/** What is special about a conversation. */
export function marksOf(messages: unknown): string[] {
  const list = messages as Record<string, unknown>[];
  const named = (...roles: string[]) =>
    list.some(({ name, role }) => name !== undefined && roles.includes(String(role)));
  return [
    named('user') ? 'a name' : '',
    named('system') ? 'a name of a system message' : '',
    named('assistant') ? 'a name of a turn of the assistant' : '',
    named('tool') ? 'a name of a result' : '',
    list.some(({ role, content }) => role === 'tool' && !/^[[{"]/.test(String(content)))
      ? 'a result in words'
      : '',
    list.some((m) => m.reasoning !== undefined) ? 'reasoning' : '',
    list.some((m) => m.content === undefined) ? 'a call without content' : '',
    list.some((m) => m.content !== undefined && m.tool_calls !== undefined) ? 'a call beside a text' : '',
    list.some((m) => (m.tool_calls as { type?: string }[] | undefined)?.some((c) => c.type === undefined))
      ? 'a call without type'
      : '',
    JSON.stringify(list).includes('"arguments":"{}"') ? 'a call without arguments' : '',
    list.length > MANY ? `more than ${MANY} messages` : '',
    list.some((m) => String(m.content).length > LONG) ? `a text of more than ${LONG} characters` : '',
    list.some(({ content }) => hasControls(content)) ? 'control characters in a text' : '',
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the bounds of ASCII
    /[^\x00-\x7f]/.test(JSON.stringify(list)) ? 'text beyond ASCII (accents, an emoji, Arabic)' : '',
  ].filter(Boolean);
}

/** Who speaks, and what is special about it beside what was `told` of it. */
export function kindOf(messages: unknown, told: readonly string[] = []): string {
  const marks = marksOf(messages).filter((mark) => !told.includes(mark));
  const roles = (messages as Record<string, unknown>[]).map((m) => m.role).join(', ');
  return marks.length > 0 ? `${roles}, with ${marks.join(', ')}` : roles;
}
