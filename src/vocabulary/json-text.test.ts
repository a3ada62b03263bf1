import { expect, test } from 'vitest';
import { jsonText, withPlainWords } from './json-text.ts';

test.each([
  ['a right-to-left override', '\u202e', '\\u202e'],
  ['an isolate', '\u2066', '\\u2066'],
  ['a zero-width space', '\u200b', '\\u200b'],
  ['a joiner', '\u200d', '\\u200d'],
  ['a byte order mark', '\ufeff', '\\ufeff'],
  ['a line separator', '\u2028', '\\u2028'],
  ['a control of Unicode', '\u009b', '\\u009b'],
  ['a tag beyond the basic plane', '\u{e0041}', '\\udb40\\udc41'],
  ['a filler', '\u3164', '\\u3164'],
])('%s is escaped, in names and in values, and means the same', (_what, character, spelt) => {
  const value = { [`a${character}`]: [`b${character}c`, 'é 日本 🙂'] };
  const text = jsonText(value);
  expect(text).toBe(`{\n  "a${spelt}": [\n    "b${spelt}c",\n    "é 日本 🙂"\n  ]\n}\n`);
  expect(JSON.parse(text)).toEqual(value);
});

test('words lose their escapes, and nothing else changes', () => {
  const escaped = String.raw`{"\u0061\u005F\u0031":"\\u0061 \u0022\u005c \n\u00e9"}`;
  const plain = withPlainWords(escaped);
  expect(plain).toBe(String.raw`{"a_1":"\\u0061 \u0022\u005c \n\u00e9"}`);
  expect(JSON.parse(plain)).toEqual(JSON.parse(escaped));
});
