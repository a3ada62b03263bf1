import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../http/redact.ts';
import { createGate } from '../../record/gate.ts';
import { ENCODINGS, type Encoding } from '../../reference/hostile/leak/encodings.ts';
import { PLACES, type Place } from '../../reference/hostile/leak/places.ts';
import { PACKED_ENCODINGS, RARER_ENCODINGS } from '../../reference/hostile/leak/rarer-encodings.ts';
import { drawnBytes, drawnKey, drawnUuid } from '../drawn.ts';
import { throughGate } from './through-gate.ts';

/*
 * Rarer ways to write a key down, in every place. What is left is measured on the encoded text itself, so that nothing needs to be
 * known of how to decode it: of twelve characters of the key so large a part of that text is theirs.
 */

const GIVES_AWAY = 12;
const KEYS = {
  'a drawn key': drawnKey('a key'),
  'a UUID': drawnUuid('a UUID'),
  'a digest': drawnBytes(20, 'a digest').toString('hex'),
};

/** Without what a file of JSON, or a place, puts between the parts of a text. */
const bare = (text: string) => text.replace(/[\\\s]/g, '').toLowerCase();

/** What a place leaves of a key that it gives back in an encoding; empty when all is well. */
function complaint(key: string, share: number, encode: Encoding, place: Place): string {
  const { leaks, texts } = throughGate(createGate(createRedactor([key])), place(encode(key)));
  const written = bare(texts.join('\n'));
  const encoded = bare(Buffer.from(encode(key)).toString('latin1'));
  const telling = Math.ceil(encoded.length * share);
  for (let at = 0; at + telling <= encoded.length; at++) {
    if (written.includes(encoded.slice(at, at + telling))) return `leaves ${encoded.slice(at, at + telling)}`;
  }
  return leaks.length === 0 ? 'is not told of' : '';
}

/** Places that have room for any character. Elsewhere only a part of the encodings has it. */
const WIDE = Object.entries(PLACES).filter(([name]) => !/large|UTF-16|header|link/.test(name));
const NARROW = Object.entries(PLACES).filter(([name]) => /UTF-16|header|link/.test(name));
const isNarrow = (encoding: Encoding) => /^[ -~\n]*$/.test(encoding('Ab1-'));

describe.each(Object.entries(KEYS))('%s', (_, key) => {
  const of = (encodings: Readonly<Record<string, Encoding>>, share: number) =>
    Object.entries(encodings).map(([name, encode]) => ({ name, encode, share }));
  const ways = [
    ...of(ENCODINGS, 1),
    ...of(RARER_ENCODINGS, GIVES_AWAY / key.length),
    // Of a packed text a part is no part of the key: more than half of it may give it away.
    ...of(PACKED_ENCODINGS, 0.5),
  ];
  test.each(ways)('$name', ({ encode, share }) => {
    const places = isNarrow(encode) ? [...WIDE, ...NARROW] : WIDE;
    const lost = places.flatMap(([name, place]) => {
      const what = complaint(key, share, encode, place);
      return what === '' ? [] : [`${name}: ${what}`];
    });
    expect(lost).toEqual([]);
  });
});
