import { Splices, type View } from './view.ts';

/** What may stand in the middle of a word that is shown as one: tags and comments of HTML, the signs around character data. */
const TAGS = /<!--[\s\S]{0,400}?-->|<!\[CDATA\[|\]\]>|<[/?!A-Za-z][^<>]{0,400}>/g;

/** The colours of a terminal, and what else it acts on. */
const COLOURS = /\p{Cc}\[[0-?]*[ -/]*[@-~]|\p{Cc}\][^\p{Cc}]{0,400}\p{Cc}\\?/gu;

/**
 * The text as it is read where its markup acts. Undefined when there is none. Colours are taken off before tags: what looks like a
 * tag may be an address in a header, with colours in it.
 */
export function withoutMarkup(view: View): View | undefined {
  const { buffer, byteOffset, byteLength } = view.bytes;
  const text = Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
  return without(view, text, COLOURS) ?? without(view, text, TAGS);
}

function without(view: View, text: string, marks: RegExp): View | undefined {
  let splices: Splices | undefined;
  for (const { 0: mark, index } of text.matchAll(marks)) {
    splices ??= new Splices(view);
    splices.replace(index, index + mark.length - 1, []);
  }
  return splices?.done('markup');
}
