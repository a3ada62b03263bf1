import fc from 'fast-check';
import { isObject, member } from '../../judge/json.ts';
import { valuesOf } from '../drawn-members.ts';
import type { Json } from '../edit.ts';
import { CLOCK_TOOL, weatherTool } from '../prompts.ts';

/** Members with values of their own schema that stand beside everything. */
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

/** What else stands in a request beside a breach: parts of it, each of members that belong together. */
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

/** Members of which none may be added where one is broken, or stands already: they would be a second reason to refuse. */
const TOGETHER: readonly (readonly string[])[] = [
  ['tools', 'tool_choice'],
  ['logprobs', 'top_logprobs'],
];

/**
 * Members to stand in a request beside a breach of `broken`, with valid values: `full` has every optional member that may
 * stand there, `some` has any of them. Shrinks towards none. A reasoning effort is left out: services decide by model.
 */
export function otherMembersOf(body: Json, broken: string, extent: 'full' | 'some'): fc.Arbitrary<Json> {
  const there = [...Object.keys(body), broken];
  const kept = new Set([
    ...there,
    ...TOGETHER.filter((names) => names.some((name) => there.includes(name))).flat(),
  ]);
  // Services may refuse tools beside JSON.
  const format = body.response_format ?? (broken === 'response_format' ? {} : undefined);
  if (broken === 'response_format' || (isObject(format) && member(format, 'type') !== 'text'))
    for (const name of ['tools', 'tool_choice']) kept.add(name);
  // A part is left out once in so many draws: only by shrinking, or half of the time.
  const freq = extent === 'full' ? 1_000_000 : 2;
  return fc
    .tuple(...PARTS.map((part) => fc.option(part, { freq, nil: {} })))
    .map((parts) => Object.fromEntries(parts.flatMap(Object.entries).filter(([name]) => !kept.has(name))));
}

/** Names of members in groups that mean something alone; without those that belong to a broken one. */
export function groupsWithout(names: readonly string[], broken: string): string[][] {
  const together = TOGETHER.filter((group) => !group.includes(broken));
  const free = names.filter((name) => !TOGETHER.some((group) => group.includes(name)));
  const groups = together.map((group) => group.filter((name) => names.includes(name)));
  return [...free.map((name) => [name]), ...groups.filter((group) => group.length > 0)];
}
