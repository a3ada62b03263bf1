import { type Layer, through, unitsOf } from './units.ts';

/** Elements that stand within a word, and characters that nobody sees: a soft hyphen, blanks of no width, a joiner. */
const BETWEEN = String.raw`(?:<\/?(?:wbr|b|i|u|em|strong|span|font|mark|code|small|tt)(?:\s[^<>]{0,200})?\/?>|[\u00ad\u200b-\u200d\u2060\ufeff])`;
/** Signs that are read as an at sign. */
const AT = '[\uff20\ufe6b]';

/** What announces one of them beside the parts of an address. */
export const UNSEEN = new RegExp(`${AT}|[\\p{L}\\p{N}@.]${BETWEEN}+[\\p{L}\\p{N}@.]`, 'u');
const MARKED = new RegExp(`${AT}|${BETWEEN}+[\\p{L}\\p{N}@.]`, 'gu');

/** Text as it is read where nobody sees what stands between its letters. */
export const unseen: Layer = (written, inner) => {
  if (!/[@\uff20\ufe6b]/.test(written)) return inner(written);
  const read = (match: string) => (/^[\uff20\ufe6b]$/.test(match) ? '@' : [...match].at(-1)!);
  return through(unitsOf(written, MARKED, read), written, inner, (character, { written: like, meant }) =>
    like.length === 1 ? like : like.slice(0, -meant.length) + character,
  );
};
