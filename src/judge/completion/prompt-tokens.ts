import type { Finding } from '../../vocabulary/check.ts';
import type { Answer } from '../answer.ts';
import { finding } from '../finding.ts';
import { isObject } from '../json.ts';

/** What an answer says that its prompt took; undefined when it does not say. */
function promptTokens({ usage }: Answer): number | undefined {
  const count = isObject(usage) ? usage.prompt_tokens : undefined;
  return typeof count === 'number' ? count : undefined;
}

const placeOf = ({ streamed }: Answer) => (streamed ? 'body' : 'body /usage/prompt_tokens');

/** A prompt takes some tokens. What is negative, or no count, is told elsewhere. */
export function promptTakesTokens({ answer }: { answer: Answer }): Finding[] {
  if (promptTokens(answer) !== 0) return [];
  return [finding(answer.exchange, 'prompt_tokens is above 0', '0', placeOf(answer))];
}

/** Two answers of one model: the second one's prompt is the first one's and more. */
export interface GrowingPrompt {
  /** What it has more, in words. */
  more: string;
  short: Answer;
  long: Answer;
}

/** A prompt that is another one and more takes more tokens. */
export function promptGrows({ more, short, long }: GrowingPrompt): Finding[] {
  const [before, after] = [promptTokens(short), promptTokens(long)];
  // A count of 0 is told elsewhere.
  if (!before || !after || after > before) return [];
  return [
    {
      expected: `prompt_tokens grows with ${more}`,
      actual: `${after}, and ${before} without`,
      place: placeOf(long),
      exchanges: [long.exchange.id, short.exchange.id],
    },
  ];
}
