import { expect, test } from 'vitest';
import { runs } from './runs.ts';

const DIGITS = Uint8Array.from({ length: 256 }, (_, code) => Number(code >= 0x30 && code <= 0x39));
const found = (text: string) =>
  [...runs(Buffer.from(text), DIGITS, 4)].map(([start, end]) => text.slice(start, end));

test.each([
  ['', []],
  ['123', []],
  ['1234', ['1234']],
  ['a1234b', ['1234']],
  ['123a45678', ['45678']],
  ['1234 567 89012', ['1234', '89012']],
  ['ab12345cd678901', ['12345', '678901']],
])('the runs of digits in %j', (text, expected) => expect(found(text)).toEqual(expected));
