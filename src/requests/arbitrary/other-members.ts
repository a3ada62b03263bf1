import fc from 'fast-check';
import { isObject, member } from '../../judge/json.ts';
import { valuesOf } from '../drawn-members.ts';
import type { Json } from '../edit.ts';
import { CLOCK_TOOL, weatherTool } from '../prompts.ts';

/** Members with values of their own schema that combine with everything. */
const FREE = [
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'stop',
  'logit_bias',
  'seed',
  'user',
];

/** The other content of a request with a violation: parts of members that belong together. */
const PARTS: readonly fc.Arbitrary<Json>[] = [
  ...FREE.map((name) => valuesOf(name).map((value): Json => ({ [name]: value }))),
  fc.constant({ n: 1 }),
  fc.constant({ stream: true }),
  fc.constantFrom<Json>({ response_format: { type: 'text' } }, { response_format: {} }),
  valuesOf('top_logprobs').map((top): Json => ({ logprobs: true, top_logprobs: top })),
  fc
    .tuple(fc.constantFrom([weatherTool(0)], [weatherTool(1), CLOCK_TOOL]), fc.constantFrom('auto', 'none'))
    .map(([tools, choice]): Json => ({ tools, tool_choice: choice })),
];

/**
 * Members that cannot be added if one of them is violated, or present: they would be a second reason for a
 * rejection.
 */
const TOGETHER: readonly (readonly string[])[] = [
  ['tools', 'tool_choice'],
  ['logprobs', 'top_logprobs'],
];

/**
 * Members that accompany a violation of `broken`, with valid values: `full` has every allowed optional member,
 * `some` has any of them. Shrinks towards none. A reasoning effort is excluded: services decide by model.
 */
export function otherMembersOf(body: Json, broken: string, extent: 'full' | 'some'): fc.Arbitrary<Json> {
  const there = [...Object.keys(body), broken];
  const kept = new Set([
    ...there,
    ...TOGETHER.filter((names) => names.some((name) => there.includes(name))).flat(),
  ]);
  // Services may reject tools together with JSON.
  const format = body.response_format ?? (broken === 'response_format' ? {} : undefined);
  if (broken === 'response_format' || (isObject(format) && member(format, 'type') !== 'text'))
    for (const name of ['tools', 'tool_choice']) kept.add(name);
  // How often a part is omitted: only by shrinking, or half of the time.
  const freq = extent === 'full' ? 1_000_000 : 2;
  return fc
    .tuple(...PARTS.map((part) => fc.option(part, { freq, nil: {} })))
    .map((parts) => Object.fromEntries(parts.flatMap(Object.entries).filter(([name]) => !kept.has(name))));
}

/** Names of members in groups that make sense alone; without those that belong to a violated one. */
export function groupsWithout(names: readonly string[], broken: string): string[][] {
  const together = TOGETHER.filter((group) => !group.includes(broken));
  const free = names.filter((name) => !TOGETHER.some((group) => group.includes(name)));
  const groups = together.map((group) => group.filter((name) => names.includes(name)));
  return [...free.map((name) => [name]), ...groups.filter((group) => group.length > 0)];
}
