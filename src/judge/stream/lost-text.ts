import type { Answer } from '../../vocabulary/answer.ts';
import type { Finding } from '../../vocabulary/check.ts';
import { withoutEnding } from '../../vocabulary/without-ending.ts';
import { finding } from '../finding.ts';

/** One request: two complete responses with the same text, and a stream. */
export interface RepeatedAnswer {
  whole: Answer;
  /** The stream, and another one if the first had lost something. */
  streams: readonly Answer[];
}

/** A text without a possible partial last character, and without surrounding blanks. */
export const textOf = ({ choices }: Answer): string =>
  choices.map(({ content }) => withoutEnding(content, '\ufffd').trim()).join('\n');

/** Whether a text is another one with pieces missing. Another check reports an empty text. */
export function lacksPieces(text: string, whole: string): boolean {
  if (text === '' || text.length >= whole.length) return false;
  let at = 0;
  for (const character of whole)
    if (character === text.slice(at, at + character.length)) at += character.length;
  return at === text.length;
}

/**
 * A stream contains the text of the response without streaming; pieces have to be missing twice, since models are
 * not fully deterministic.
 */
export function losesNothing({ whole, streams }: RepeatedAnswer): Finding[] {
  const full = textOf(whole);
  const lossy = streams.filter((stream) => lacksPieces(textOf(stream), full));
  if (lossy.length < 2) return [];
  const missing = full.length - textOf(lossy[0]!).length;
  const shown = [...lossy.slice(0, 2), whole].map(({ exchange }) => exchange);
  const actual = `${missing} of ${full.length} characters missing, the others equal`;
  return [finding(shown, 'the same text in the stream as without a stream', actual, 'body')];
}
