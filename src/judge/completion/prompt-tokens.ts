import type { Answer } from '../../vocabulary/answer.ts';
import type { Finding } from '../../vocabulary/check.ts';
import { finding } from '../finding.ts';
import { isObject } from '../json.ts';

/** The prompt tokens that a completion reports; undefined if it reports none. */
function promptTokens({ usage }: Answer): number | undefined {
  const count = isObject(usage) ? usage.prompt_tokens : undefined;
  return typeof count === 'number' ? count : undefined;
}

const placeOf = ({ streamed }: Answer) => (streamed ? 'body' : 'body /usage/prompt_tokens');

/** A prompt has at least one token. Other checks report negative or invalid counts. */
export function promptTakesTokens({ answer }: { answer: Answer }): Finding[] {
  if (promptTokens(answer) !== 0) return [];
  return [finding(answer.exchange, 'prompt_tokens is above 0', '0', placeOf(answer))];
}

/** Two completions of one model: the second prompt contains the first one and more. */
export interface GrowingPrompt {
  /** The addition, in words. */
  more: string;
  short: Answer;
  long: Answer;
}

/** A prompt that contains another one and more has more tokens. */
export function promptGrows({ more, short, long }: GrowingPrompt): Finding[] {
  const [before, after] = [promptTokens(short), promptTokens(long)];
  // Another check reports a count of 0.
  if (!before || !after || after > before) return [];
  const actual = `${after}, and ${before} without`;
  return [
    finding([long.exchange, short.exchange], `prompt_tokens grows with ${more}`, actual, placeOf(long)),
  ];
}
