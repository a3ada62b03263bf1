import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasRun } from './runs.ts';

test.each<[string, number, boolean]>([
  ['', 1, false],
  ['abc', 3, true],
  ['abc', 4, false],
  ['ab cd ef', 3, false],
  ['ab cdef gh', 4, true],
  ['ab\r\ncd', 6, true],
  ['äöüäöü', 2, false],
  [`${' '.repeat(50)}0123456789abcdef`, 16, true],
  [`0123456789abcdef${' '.repeat(50)}`, 16, true],
])('%j has %i in a row: %s', (text, length, has) => expect(hasRun(text, length)).toBe(has));

test('as a pattern finds it, in any text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '0', '-', '\n', ' ', '"', 'ä', '€'), maxLength: 60 });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 9 }), (one, length) => {
      expect(hasRun(one, length)).toBe(new RegExp(`[A-Za-z0-9+/_\\r\\n-]{${length}}`).test(one));
    }),
  );
});
