import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BASES } from '../../reference/hostile/leak/bases.ts';
import { ENCODINGS, type Encoding } from '../../reference/hostile/leak/encodings.ts';
import { drawnKey } from '../../testing/drawn.ts';
import { createRedactor } from '../redact.ts';

/*
 * Ways of writing bytes as text over each other: of such a text no part that tells twelve characters of the key is left, and it is
 * known that the key came back.
 */

const KEY = drawnKey('a nested key');
const redactor = createRedactor([KEY]);
const LEFT = 11;

/** What is left of a key that stands in a member, written so. */
function complaint(encode: Encoding): string {
  const encoded = encode(KEY);
  const body = JSON.stringify({ total: encoded, more: 1 });
  const left: string = JSON.parse(redactor.text(body)).total;
  let [run, most] = [0, 0];
  for (const [i, character] of [...left].entries()) {
    run = character === encoded[i] ? run + 1 : 0;
    most = Math.max(most, run);
  }
  if (most * KEY.length > LEFT * encoded.length) return `leaves ${most} of ${encoded.length}`;
  return redactor.finds(Buffer.from(body)).length === 0 ? 'is not told of' : '';
}

const NAMES = Object.keys(BASES) as (keyof typeof BASES)[];

test.each(NAMES)('%s over any of the others', (outer) => {
  const lost = NAMES.flatMap((inner) => {
    const what = complaint((text) => BASES[outer](BASES[inner](text)));
    return what === '' ? [] : [`${outer} of ${inner}: ${what}`];
  });
  expect(lost).toEqual([]);
});

test('two of them, with escapes under them, between them or over them', () => {
  const base = fc.constantFrom(...NAMES.map((name) => BASES[name]));
  const escapes = fc.constantFrom(
    ENCODINGS['percent of all']!,
    ENCODINGS['JSON escapes']!,
    ENCODINGS.percent!,
  );
  const layers = fc.tuple(base, base, escapes, fc.nat(2)).map(([outer, inner, escaped, at]) => {
    const order = [inner, outer];
    order.splice(at, 0, escaped);
    return (text: string) => order.reduce((told, encode) => encode(told), text);
  });
  fc.assert(
    fc.property(layers, (encode) => void expect(complaint(encode)).toBe('')),
    { numRuns: 100 },
  );
});
