import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstInvalid } from './line-splitter.ts';

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
