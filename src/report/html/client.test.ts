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
interface Difference {
  where: string;
  before?: string;
  after?: string;
}
interface DiffModule {
  differences(other: object, record: object): Difference[];
  pointedMembers(record: object, control?: object): string[];
}
// The page's modules are plain JavaScript without types of their own.
const { jsonLines } = (await import('./client/json.js' as string)) as JsonModule;
const { differences, pointedMembers } = (await import('./client/diff.js' as string)) as DiffModule;
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

const asked = (text: string, label = 'a completion', status = 200) => ({
  label,
  request: { method: 'POST', url: '/v1', headers: [['Accept', '*/*']], body: { text } },
  response: {
    status,
    headers: [['X-Id', text.length > 9 ? '1' : '2']],
    body: { text: 'data: a\n\ndata: b' },
  },
});

it('tells what differs between an exchange and its control, by place', () => {
  const [control, probe] = [asked('{"n":1,"m":[true]}'), asked('{"n":0,"m":[true],"k":{}}', 'x', 422)];
  expect(differences(control, control)).toEqual([]);
  expect(differences(control, probe).map(({ where, before, after }) => [where, before, after])).toEqual([
    ['request body /n', '1', '0'],
    ['request body /k', undefined, '{}'],
    ['status', '200', '422'],
  ]);
  const other = { ...control, response: { ...control.response, body: { text: 'data: a\n\ndata: c' } } };
  expect(differences(other, control).map(({ where, before, after }) => [where, before, after])).toEqual([
    ['response body, line 3', 'data: c', 'data: b'],
  ]);
});

it.each([
  ['n is 0', '{"n":0,"m":1}', ['/n']],
  ['messages.0.role is "zzz"', '{"messages":[{"role":"zzz"}]}', ['/messages/0/role']],
  ['messages.0.role is absent', '{"messages":[{"content":"hi"}]}', ['/messages/0']],
  ['the body is cut', '{"m":1,"z":', []],
  ['a stranger', '{"n":1,"z":2}', ['/z']],
])('finds the member that a request is about: %s', (label, body, pointers) => {
  expect(pointedMembers(asked(body, label), asked('{"n":1}'))).toEqual(pointers);
});
