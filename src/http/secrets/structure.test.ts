import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEED } from '../../testing/drawn.ts';
import { Structure } from './structure.ts';

/** The text with all that is marked, and may be hidden, drawn as `*`. */
function hidden(text: string, marks: string, cuts: readonly number[] = []): string {
  const structure = new Structure();
  const bytes = Buffer.from(text);
  const mask = Uint8Array.from(Array.from(marks.padEnd(bytes.length), (mark) => Number(mark === '^')));
  let from = 0;
  for (const to of [...cuts, bytes.length]) {
    structure.keep(bytes.subarray(from, to), mask.subarray(from, to));
    from = to;
  }
  return Buffer.from(bytes.map((byte, at) => (mask[at] === 1 ? 0x2a : byte))).toString();
}

test.each([
  ['the end of a string', '{"a":"bcd","e":1}', '       ^^^^', '{"a":"b**","e":1}'],
  ['the begin of a string', '["a","bcd"]', ' ^^^^^^', '["*","*cd"]'],
  ['a half of an escape', '["a\\"b"]', '   ^', '["a**b"]'],
  ['the other half', '["a\\\\b"]', '    ^', '["a**b"]'],
  ['a part of a longer escape', '["a\\u0041b"]', '       ^', '["a******b"]'],
  ['a number', '{"a":[12,34]}', '      ^^^^^', '{"a":[**,**]}'],
  [
    'an event',
    'data: {"a":"b"}\n\ndata: ["c"]',
    '       ^^^^^^^^  ^^^^^^^^^',
    'data: {"*":"*"}\n\n******["*"]',
  ],
  ['an event that is no JSON', ': a\ndata: a"b', '          ^^^', ': a\ndata: ***'],
  ['another text', 'a,"b",c', ' ^^^^^', 'a*****c'],
  ['a string that never ends', '["a,b\n["c"]', ' ^^^^', '["***\n["c"]'],
])('%s', (_, text, marks, left) => expect(hidden(text, marks)).toBe(left));

test('JSON stays JSON of the same form, whatever is marked and wherever it is cut', () => {
  const form = (value: unknown): unknown => {
    if (typeof value === 'string') return '';
    if (Array.isArray(value)) return value.map(form);
    return value !== null && typeof value === 'object' ? Object.values(value).map(form) : value;
  };
  const value = fc.array(fc.oneof(fc.string(), fc.dictionary(fc.stringMatching(/^[a-z]{30}$/), fc.string())));
  fc.assert(
    fc.property(value, fc.infiniteStream(fc.boolean()), fc.nat(100), (drawn, marked, cut) => {
      const text = JSON.stringify(drawn);
      const size = Buffer.byteLength(text);
      // What is told apart by its name alone has to keep it.
      const marks = Array.from({ length: size }, (_, at) =>
        /^[a-z]{30}/.test(text.slice(Math.max(0, at - 30))) ? ' ' : marked.next().value ? '^' : ' ',
      );
      const cuts = text.includes('\\') ? [] : [Math.min(cut, size)];
      expect(form(JSON.parse(hidden(text, marks.join(''), cuts)))).toEqual(form(drawn));
    }),
    { seed: SEED, numRuns: 300 },
  );
});
