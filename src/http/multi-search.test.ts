import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMultiSearch } from './multi-search.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 4, maxLength: 12 });
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 200 });

test('finds exactly what a plain search finds', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 6 }), text, (words, haystack) => {
      const expected = new Set<string>();
      for (const [i, w] of words.entries()) {
        for (let at = haystack.indexOf(w); at >= 0; at = haystack.indexOf(w, at + 1))
          expected.add(`${i}@${at}`);
      }
      const hits = createMultiSearch(words.map((w) => Buffer.from(w)))(Buffer.from(haystack));
      expect(new Set(hits.map((h) => `${h.needle}@${h.start}`))).toEqual(expected);
    }),
  );
});
