import type { Exchange } from '../vocabulary/exchange.ts';
import { isObject } from './read-request.ts';

/** User agents of the suite itself are not a feature. */
const OWN_AGENT = /^chatspec/i;
/** Members that every completion request has. */
const ALWAYS: ReadonlySet<string> = new Set(['model', 'messages']);
const LIMITS = ['max_tokens', 'max_completion_tokens'];
const TOOL_MEMBERS: ReadonlySet<string> = new Set(['type', 'function']);
const FUNCTION_MEMBERS: ReadonlySet<string> = new Set(['name', 'description', 'parameters']);

/** The features of a completion request, in words that complete "a request with …". */
export function completionFeatures(request: Exchange['request'], body: Record<string, unknown>): string[] {
  const found = Object.keys(body)
    .filter((name) => !ALWAYS.has(name))
    .map((name) => `\`${name}\``);
  found.push(`the model ${JSON.stringify(body.model)}`);
  if (!LIMITS.some((name) => name in body)) found.push('no token limit');
  if (typeof body.n === 'number' && body.n > 1) found.push('`n` above 1');
  for (const tool of Array.isArray(body.tools) ? body.tools : []) found.push(...toolFeatures(tool));
  for (const message of Array.isArray(body.messages) ? body.messages : [])
    if (isObject(message)) found.push(`a message of the role ${JSON.stringify(message.role)}`);
  const agent = requestHeader(request, 'user-agent')?.split(/[\s/]/)[0];
  if (agent && !OWN_AGENT.test(agent)) found.push(`the user agent ${agent}`);
  return [...new Set(found)];
}

function toolFeatures(tool: unknown): string[] {
  if (!isObject(tool)) return [];
  const inner = isObject(tool.function) ? tool.function : {};
  const odd = [
    ...Object.keys(tool).filter((name) => !TOOL_MEMBERS.has(name)),
    ...Object.keys(inner).filter((name) => !FUNCTION_MEMBERS.has(name)),
  ];
  return odd.map((name) => `\`${name}\` in a tool`);
}

/** The features of a usage request: each parameter by meaning, and the absent ones. */
export function usageFeatures(values: ReadonlyMap<string, string>): string[] {
  const has = (name: string) => values.has(name);
  const found = [...values].map(([name, value]) =>
    name === 'limit' ? `a page size of ${value}` : `the parameter for ${name}`,
  );
  if (values.size === 0) found.push('no parameter');
  if (has('start') && has('end')) found.push('both dates');
  if (has('start') !== has('end')) found.push('one date');
  return found;
}

/** The value of a request header, its name in any case. */
function requestHeader({ headers }: Pick<Exchange['request'], 'headers'>, name: string): string | undefined {
  return headers.find(([own]) => own.toLowerCase() === name)?.[1];
}

/**
 * The shortest feature that all requests of one list have and none of the other has. Undefined if there is none.
 */
export function commonFeature(
  broken: readonly (readonly string[])[],
  sound: readonly (readonly string[])[],
): string | undefined {
  const [first = [], ...others] = broken;
  if (sound.length === 0) return undefined;
  const elsewhere = new Set(sound.flat());
  const common = first.filter((one) => !elsewhere.has(one) && others.every((all) => all.includes(one)));
  return common.sort((a, b) => a.length - b.length)[0];
}
