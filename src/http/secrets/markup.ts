import { Splices, type View } from './view.ts';

/**
 * What may stand in the middle of a word that is shown as one: tags and comments of HTML, the signs around character data
 * of XML, and the colours of a terminal.
 */
const MARKUP =
  /<!--[\s\S]{0,400}?-->|<!\[CDATA\[|\]\]>|<[/?!A-Za-z][^<>]{0,400}>|\p{Cc}\[[0-?]*[ -/]*[@-~]|\p{Cc}\][^\p{Cc}]{0,400}\p{Cc}\\?/gu;

/** The text as it is read where its markup acts. Undefined when there is none. */
export function withoutMarkup(view: View): View | undefined {
  const { buffer, byteOffset, byteLength } = view.bytes;
  const text = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
  let splices: Splices | undefined;
  for (const { 0: mark, index } of text.matchAll(MARKUP)) {
    splices ??= new Splices(view);
    splices.replace(index, index + mark.length - 1, []);
  }
  return splices?.done('markup');
}
