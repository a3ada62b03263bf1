import type { Answer } from '../vocabulary/answer.ts';
import type { Finding } from '../vocabulary/check.ts';
import { placeOfChoice } from './answer.ts';
import { finding } from './finding.ts';
import { isObject, list, member } from './json.ts';

/** Every choice with content, and without calls, has log probabilities. */
export function logprobsGiven({ answer }: { answer: Answer }): Finding[] {
  const bare = answer.choices.find(
    (choice) => choice.content !== '' && choice.calls.length === 0 && isBare(choice.logprobs),
  );
  if (!bare) return [];
  const expected = 'log probabilities, as logprobs: true requests';
  const place = placeOfChoice(answer, bare, '/logprobs');
  return [finding(answer.exchange, expected, 'no log probabilities', place)];
}

/** Whatever its shape, a value without a number and without a text contains no log probability. */
function isBare(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.values(value).every(isBare);
}

/** The layout of log probabilities, in one word. */
export function logprobsShape(value: unknown): 'openai' | 'legacy' | 'list' | 'other' {
  if (Array.isArray(value)) return 'list';
  if (!isObject(value)) return 'other';
  if (Array.isArray(value.content)) {
    const [first] = value.content;
    const documented = first === undefined || typeof member(first, 'logprob') === 'number';
    return documented ? 'openai' : 'other';
  }
  return Array.isArray(value.token_logprobs) ? 'legacy' : 'other';
}

/** Whether each position has as many alternatives as top_logprobs requested. */
export function alternatives(value: unknown, asked: number): 'as-asked' | 'fewer' | 'more' | 'none' {
  const counts = list(member(value, 'content')).map((entry) => list(member(entry, 'top_logprobs')).length);
  if (counts.length === 0 || counts.every((count) => count === 0)) return asked === 0 ? 'as-asked' : 'none';
  if (counts.some((count) => count > asked)) return 'more';
  return counts.some((count) => count < asked) ? 'fewer' : 'as-asked';
}
