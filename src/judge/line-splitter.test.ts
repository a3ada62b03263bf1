import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectLinear } from '../testing/steps.ts';
import { firstInvalid, LineSplitter } from './line-splitter.ts';

test.each<[string, number[], number]>([
  ['nothing', [], -1],
  ['ASCII', [0x61, 0x62], -1],
  ['é', [0xc3, 0xa9], -1],
  ['a lone continuation', [0x61, 0x80], 1],
  ['an overlong slash', [0xc0, 0xaf], 0],
  ['a surrogate', [0x61, 0xed, 0xa0, 0x80], 1],
  ['beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80], 0],
  ['an unfinished character', [0x61, 0xe2, 0x82], 1],
])('%s', (_, bytes, at) => {
  expect(firstInvalid(Uint8Array.from(bytes))).toBe(at);
});

test('agrees with the platform', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
      expect(firstInvalid(bytes) === -1).toBe(isUtf8(bytes));
    }),
  );
});

test.each([
  ['a late return after many line feeds', '\n', '\r\n'],
  ['a late return after many lines', 'data: x\n', '\rx'],
  ['many returns', '\r', '\n'],
  ['many line ends', '\r\n', 'x'],
  ['one long line', 'x', '\r'],
])('the work grows with the size and not faster: %s', async (_, unit, end) => {
  const nothing = () => {};
  const sink = { byteOrderMark: nothing, invalidUtf8: nothing, lineTooLong: nothing, loneReturn: nothing };
  await expectLinear(
    70_000,
    (size) => Buffer.from(unit.repeat(size / unit.length) + end),
    (body) => {
      const splitter = new LineSplitter({ ...sink, line: nothing });
      splitter.push(body);
      splitter.end();
    },
  );
});
