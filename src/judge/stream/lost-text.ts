import type { Finding } from '../../vocabulary/check.ts';
import type { Answer } from '../answer.ts';

/** One request answered twice as a whole, with the same text, and then as a stream. */
export interface RepeatedAnswer {
  whole: Answer;
  /** The stream, and another one where the first had lost something. */
  streams: readonly Answer[];
}

/** A text without what a limit may leave of its last character, and without blanks around it. */
export const textOf = ({ choices }: Answer): string =>
  choices.map(({ content }) => content.replace(/\ufffd+$/, '').trim()).join('\n');

/** Whether a text is another one with pieces missing. No text at all is told elsewhere. */
export function lacksPieces(text: string, whole: string): boolean {
  if (text === '' || text.length >= whole.length) return false;
  let at = 0;
  for (const character of whole)
    if (character === text.slice(at, at + character.length)) at += character.length;
  return at === text.length;
}

/** A stream tells the text that comes without it; pieces have to be missing twice, since no model is wholly exact. */
export function losesNothing({ whole, streams }: RepeatedAnswer): Finding[] {
  const full = textOf(whole);
  const lossy = streams.filter((stream) => lacksPieces(textOf(stream), full));
  if (lossy.length < 2) return [];
  const missing = full.length - textOf(lossy[0]!).length;
  return [
    {
      expected: 'the same text in the stream as without a stream',
      actual: `${missing} of ${full.length} characters missing, the others equal`,
      place: 'body',
      exchanges: [lossy[0]!.exchange.id, lossy[1]!.exchange.id, whole.exchange.id],
    },
  ];
}
