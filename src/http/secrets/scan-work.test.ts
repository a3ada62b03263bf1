import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { expectLinear } from '../../testing/steps.ts';
import { createRedactor } from '../redact.ts';
import { Search } from './search.ts';

const KEY = 'sk-live-7Qb0zX+fPw/Lk93mYtRc8vNdHs2UeJgA5oIq4WxZ1';
const redactor = createRedactor([KEY]);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');
const delta = (index: number, content: string) =>
  `{"index":${index},"delta":{"content":${JSON.stringify(content)}}}`;

describe('the work is linear in the size of a text', () => {
  afterEach(() => vi.restoreAllMocks());
  const looked = (text: string | Buffer) => {
    const find = vi.spyOn(Search.prototype, 'find').mockClear();
    redactor.finds(Buffer.from(text));
    return find.mock.calls.reduce((sum, [bytes]) => sum + bytes.length, 0);
  };

  test.each<[string, (n: number) => string | Buffer]>([
    ['backslashes', (n) => '\\'.repeat(n)],
    ['zeros in escapes', (n) => `&#${'0'.repeat(n)}&#x${'0'.repeat(n)}`],
    ['escapes of escapes', (n) => '%25'.repeat(n)],
    ['every escape', (n) => '\\u0041%41&#65;'.repeat(n)],
    ['every escape in every other', (n) => `${'\\u005cu0025%26#38;amp;'.repeat(n)}`],
    ['deltas of a letter', (n) => `data: {"choices":[${delta(0, 'a')}]}\n`.repeat(n)],
    [
      'deltas of as many choices',
      (n) => Array.from({ length: n }, (_, i) => `data: {"choices":[${delta(i, 'a')}]}\n`).join(''),
    ],
    ['Base64 of text', (n) => base64('a "key" %41'.repeat(n))],
    [
      'Base64 of noise',
      (n) => Buffer.from(Array.from({ length: n }, (_, i) => (i * i) >> 3)).toString('base64'),
    ],
    ['hex', (n) => hex('41'.repeat(n))],
    ['brackets in an event', (n) => `data: {"delta":${'{"a":['.repeat(n)}`],
    ['quotes in an event', (n) => `data: ${'"'.repeat(n)}`],
    ['keys beside escapes', (n) => `${[...KEY].reverse().join('')}%41\\u0041&#65;`.repeat(n)],
    ['a bomb', (n) => gzipSync(Buffer.alloc(n * 100))],
  ])('%s', (_, text) => {
    const [once, twice] = [looked(text(20_000)), looked(text(40_000))];
    expect(twice).toBeLessThanOrEqual(2.1 * once + 300_000);
    expect(twice).toBeLessThan(14 * Math.max(300_000, text(40_000).length));
  });

  test('of a block that repeats a key thousands of times only the keys are hidden', () => {
    const [before, after] = ['a '.repeat(100_000), 'b '.repeat(100_000)];
    const flood = (key: string) => `${before}${`data: {"id":"${key}%41"}\n`.repeat(5_000)}${after}`;
    const text = Buffer.from(flood(KEY));
    expect(Buffer.from(redactor.bytes(text)).toString()).toBe(flood('*'.repeat(KEY.length)));
    expect(redactor.finds(text).join()).toContain('plain');
  });

  test('a body without escapes is read once', () => {
    const body = JSON.stringify(Array.from({ length: 1000 }, (_, id) => ({ id, text: 'a "b"\nc' })));
    expect(looked(body)).toBe(body.length);
  });
});

describe('so is the work on', () => {
  const fill = (unit: string, size: number) => unit.repeat(size / unit.length);
  test.each<[string, (size: number) => string]>([
    ['backslashes that escape each other', (size) => fill('\\\\\\u005cu005c', size)],
    ['percents that escape each other', (size) => fill('%252525%25%32%35', size)],
    ['ampersands that escape each other', (size) => fill('&amp;amp;#38;#x26;amp', size)],
    ['each way to escape in each other', (size) => fill('\\u005cu0025%2526#38;amp;%5cu0026#x25;', size)],
    ['an escape that never ends', (size) => `%${fill('25', size)}&${fill('amp', size)}&#x${fill('0', size)}`],
    ['backslashes that never end', (size) => `\\u0041${fill('\\', size)}`],
    [
      'encodings of escapes',
      (size) => hex(fill('\\u0041%41&#65;', size / 2)) + base64(fill('%2541', size / 2)),
    ],
    ['zeros between letters', (size) => fill('a\0', size)],
    ['an event that never ends', (size) => `data: {"delta":{"a":"${fill('\\"', size)}\\`],
    ['quotes in an event that never end', (size) => `data: {"delta":{"a":"${fill('"x":', size)}\\`],
  ])('%s', (_, make) =>
    expectLinear(
      30_000,
      (size) => Buffer.from(make(size)),
      (text) => redactor.finds(text),
    ),
  );
});
