import { expect, test } from 'vitest';
import { PLACEHOLDER, splitLine } from './long-text.ts';

/** What a line says once its text is put back. */
function putBack(bytes: Buffer): unknown {
  const { rest, text } = splitLine(bytes)!;
  return JSON.parse(rest, (_, value) => (value === PLACEHOLDER ? text : value));
}

test.each([
  ['plain', 'a'],
  ['of quotes', '"'],
  ['of backslashes', '\\'],
  ['of escapes', '\u0001'],
  ['beyond ASCII', 'ä€\u{1f600}'],
  ['of half characters', '\ud83d'],
  ['that looks like a line', '{"body":{"text":"'],
])('a long text %s stays as it is', (_, unit) => {
  for (const before of ['', 'x', 'xx', 'xxx', 'xxxx', 'xxxxx']) {
    const text = before + unit.repeat(40_000);
    const line = { request: { body: { text: 'other' } }, response: { status: 200, body: { text }, size: 1 } };
    expect(putBack(Buffer.from(JSON.stringify(line)))).toEqual(line);
  }
});

test.each([
  '{"request":{"body":{"text":""}}}',
  '{"response":{"body":{"base64":"AAAA"}}}',
  '{"response":{"body":{"text":"never closed',
  '{"response":{"body":{"text":"never closed\\',
  '{"response":{"body":{"text":"\\x"}}}',
  '{"response":{"body":{"text":"\u0001"}}}',
])('%s is not split', (line) => {
  expect(splitLine(Buffer.from(line))).toBeUndefined();
});
