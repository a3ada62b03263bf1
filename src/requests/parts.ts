import { isObject, list } from '../judge/json.ts';
import { type PlannedCompletion, planned } from '../vocabulary/planned-completion.ts';
import { minimalRequest } from './minimal-request.ts';
import { LIMITS } from './single.ts';

/** Members for sampling, cutting and attribution: a completion does not need them. */
const BESIDE = [
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'seed',
  'stop',
  'user',
];

/**
 * The same request without a part that a service may reject, the largest remainder first: at most two choices,
 * tools with names only, no tools, the last message alone, no format, no log probabilities, the limit's other name,
 * no sampling parameters (with the last message alone, since long prompts cost money), and finally only a message,
 * a limit by its usual name, choices and streaming, with tools and without.
 */
export function partsOf({ id, why, body, judgedBy }: PlannedCompletion): PlannedCompletion[] {
  const { max_completion_tokens: newer, ...older } = body;
  const last = list(body.messages)
    .filter((message) => isObject(message) && message.role === 'user')
    .slice(-1);
  const olderLimit = newer === undefined ? body : { ...older, max_tokens: newer };
  const bare = (...beside: string[]) => ({
    ...onlyOf(olderLimit, ['model', 'stream', 'n', ...LIMITS, ...beside]),
    messages: last,
  });
  const bodies: readonly [string, Record<string, unknown>][] = [
    ['two-choices', Number(body.n) > 2 ? { ...body, n: 2 } : body],
    ['barest-tools', minimalRequest(body, 'tools')],
    ['no-tools', without(body, ['tools', 'tool_choice'])],
    ['one-message', { ...body, messages: last }],
    ['no-format', without(body, ['response_format'])],
    ['no-logprobs', without(body, ['logprobs', 'top_logprobs'])],
    ['max-tokens', olderLimit],
    ['no-sampling', { ...without(body, BESIDE), messages: last }],
    ['only-tools', body.tools === undefined ? body : bare('tools', 'tool_choice')],
    ['least', bare()],
  ];
  const seen = new Set([JSON.stringify(body)]);
  return bodies
    .filter(([, part]) => !seen.has(JSON.stringify(part)) && seen.add(JSON.stringify(part)))
    .map(([name, part]) => planned(`${id}/${name}`, `${why}, without its rejected members`, part, judgedBy));
}

const without = (body: Record<string, unknown>, members: readonly string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !members.includes(name)));

const onlyOf = (body: Record<string, unknown>, members: readonly string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => members.includes(name)));
