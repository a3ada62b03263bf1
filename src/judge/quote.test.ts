import { expect, test } from 'vitest';
import { quote, show } from './finding.ts';

test.each([
  ['plain', '“plain”'],
  ['two\nlines\r\t', '“two\\nlines\\r\\t”'],
  ['\u001b[31mred', '“\\u001b[31mred”'],
  ['right\u202eto left', '“right\\u202eto left”'],
  ['half \ud83d and whole 👋', '“half \\ud83d and whole 👋”'],
  ['x'.repeat(100), `“${'x'.repeat(80)}…”`],
])('%j', (text, quoted) => {
  expect(quote(text)).toBe(quoted);
});

test('values are shown as JSON', () => {
  expect([undefined, null, { a: 1 }, 'x'].map((value) => show(value))).toEqual([
    'absent',
    'null',
    '{"a":1}',
    '"x"',
  ]);
});
