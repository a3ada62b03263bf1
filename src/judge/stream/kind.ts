import type { Answer } from '../../vocabulary/answer.ts';
import type { Judge } from '../../vocabulary/check.ts';
import { finding } from '../finding.ts';
import type { JsonObject } from '../json.ts';

/** The kind of each choice: a call, a text, both, or nothing. */
function kindOf(answer: Answer): string {
  return answer.choices
    .map(({ calls, content }) => (calls.length > 0 ? 'a call' : content.trim() === '' ? 'no text' : 'text'))
    .join(', ');
}

/** The same request streamed and not. */
export interface Pair {
  streamed: Answer;
  whole: Answer;
}

/** The same request and seed at temperature 0 yields the same kind of choice streamed and not. */
export const sameKind: Judge<Pair> = ({ streamed, whole }) => {
  // A filter may act on one of the two.
  const isFiltered = [streamed, whole].some(({ choices }) =>
    choices.some(({ finishReason }) => finishReason === 'content_filter'),
  );
  if (isFiltered) return [];
  const kinds = [kindOf(streamed), kindOf(whole)];
  if (kinds[0] === kinds[1]) return [];
  const actual = `${kinds[0] || 'no choice'} in the stream, ${kinds[1] || 'no choice'} in the JSON body`;
  const shown = [streamed.exchange, whole.exchange];
  return [finding(shown, 'the same kind of answer streamed and not', actual, 'body')];
};

/** The body without `stream`, as a key that equal requests share. */
export function withoutStream({ stream: _, ...others }: JsonObject): string {
  return JSON.stringify(Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1)));
}
