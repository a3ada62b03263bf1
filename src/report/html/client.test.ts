import fc from 'fast-check';
import { expect, it } from 'vitest';

interface JsonModule {
  jsonLines(text: string): { text: string; pointer: string }[] | undefined;
}
interface StreamModule {
  streamLines(
    text: string,
    reads: [number, number][],
  ): { text: string; end: string; offset: number; at?: number }[];
}
// The page's modules are plain JavaScript without types of their own.
const { jsonLines } = (await import('./client/json.js' as string)) as JsonModule;
const { streamLines } = (await import('./client/stream.js' as string)) as StreamModule;

it('JSON that was written without blanks is shown as JSON.stringify would indent it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const shown = jsonLines(JSON.stringify(value))!.map((l) => l.text);
      expect(shown.join('\n')).toBe(JSON.stringify(value, null, 2));
    }),
    { seed: 1, numRuns: 500 },
  );
});

it('each line knows the pointer of what it shows', () => {
  const lines = jsonLines('{"a":{"b/c":[1,{"d~":null}],"e":{}},"a":2}')!;
  expect(lines.map((l) => [l.text.trim(), l.pointer])).toEqual([
    ['{', ''],
    ['"a": {', '/a'],
    ['"b/c": [', '/a/b~1c'],
    ['1,', '/a/b~1c/0'],
    ['{', '/a/b~1c/1'],
    ['"d~": null', '/a/b~1c/1/d~0'],
    ['}', '/a/b~1c/1'],
    ['],', '/a/b~1c'],
    ['"e": {}', '/a/e'],
    ['},', '/a'],
    ['"a": 2', '/a'],
    ['}', ''],
  ]);
});

it.each(['1.0', '1e400', '12345678901234567890', '"\\ud83d\\u0041"', ' [ 1.50 , -0 ] '])(
  'tokens stay as they were written: %s',
  (text) => {
    expect(
      jsonLines(text)!
        .map((l) => l.text.trim())
        .join(''),
    ).toBe(text.replaceAll(' ', ''));
  },
);

it.each(['', '{', '[1', 'NaN', "{'a':1}", '"a\nb"', '{"a":1} trailing', '[1]]', 'data: {}'])(
  'what is no JSON is not shown as such: %j',
  (text) => {
    expect(jsonLines(text)).toBeUndefined();
  },
);

it('nesting that is deeper than a reader can follow stays affordable', () => {
  const deep = '['.repeat(60_000) + ']'.repeat(60_000);
  expect(jsonLines(deep)!.reduce((sum, l) => sum + l.text.length, 0)).toBeLessThan(12_000_000);
});

it('lines of a stream have their ends, byte offsets, and the time of the read that began them', () => {
  const text = 'data: é\r\n\r\ndata: x\rend';
  expect(
    streamLines(text, [
      [5, 4],
      [9, 100],
    ]),
  ).toEqual([
    { text: 'data: é', end: '\\r\\n', offset: 0, at: 5 },
    { text: '', end: '\\r\\n', offset: 10, at: 9 },
    { text: 'data: x', end: '\\r', offset: 12, at: 9 },
    { text: 'end', end: '', offset: 20, at: 9 },
  ]);
});
