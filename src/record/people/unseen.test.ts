import { describe, expect, test } from 'vitest';
import { createPseudonyms } from '../pseudonyms.ts';

const WHO = 'wilhelmina.quux@firma-nord.example';
const at = (text: string) => WHO.replace('@', text);
const pieces = (between: string) => WHO.match(/.{1,6}/g)!.join(between);

/** As an address is read where it is shown. */
const read = (text: string) =>
  text
    .replace(/<\/?(?:wbr|b|i)>|[\u00ad\u200b]/g, '')
    .replace(/\uff20|&#64;?|%u0040|\\U00000040|\\100/g, '@');

const ways: [string, string][] = [
  ['a line that may break before its at sign', `<td>${at('<wbr>@<wbr>')}</td>`],
  ['elements around its parts', `<p>to <b>wilhelmina.quux</b>@<i>firma-nord.example</i>.</p>`],
  ['soft hyphens in it', `{"note": "for ${pieces('\u00ad')} alone"}`],
  ['a blank of no width', `{"note": "${at('\u200b@')}"}`],
  ['a wide at sign', `{"note": "${at('\uff20')}"}`],
  ['an entity that is not closed', `<p>${at('&#64')}</p>`],
  ['percent with u', `{"note": "${at('%u0040')}"}`],
  ['an escape of eight digits', `{"note": "${at('\\\\U00000040')}"}`],
  ['an escape of octal digits', `the text is '${at('\\100')}'`],
];

describe('an address with what nobody sees in it', () => {
  test.each(ways)('%s', (_, text) => {
    const body = Buffer.from(text);
    const pseudonyms = createPseudonyms(Buffer.from('salt'));
    const hidden = Buffer.from(pseudonyms.body(body, { people: false, names: true }));
    expect(hidden).toHaveLength(body.length);
    expect(read(hidden.toString())).not.toMatch(/wilhelmina|quux|firma|nord/);
    expect(read(hidden.toString())).toContain('@');
    expect(hidden.toString().slice(0, 3)).toBe(text.slice(0, 3));
  });

  test.each([
    '<p><b>bold</b><i>italic</i> and no address</p>',
    'a\u00adb @ c\u200bd',
    '<b>2</b>@<b>3</b>',
    '%u0041 and \\101 and &#65 @ home',
  ])('and %s stays as it is', (text) => {
    const body = Buffer.from(text);
    expect(createPseudonyms(Buffer.from('salt')).body(body, { people: false, names: true })).toBe(body);
  });
});
