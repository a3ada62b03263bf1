import { expect, test } from 'vitest';
import { createRedactor } from '../redact.ts';
import { splicedAround } from './around.ts';
import { wholeView } from './view.ts';

const text = (view: ReturnType<typeof splicedAround>) => view && Buffer.from(view.bytes).toString();
const spliced = (long: string, around: number, ...places: number[]) =>
  splicedAround(
    wholeView(Buffer.from(long)),
    places.map((first) => ({ first, last: first + 1, said: [0x21], around })),
    'escaped',
  );

test('a short text is looked at as a whole', () => {
  expect(text(spliced('ab..cd..ef', 1, 2, 6))).toBe('ab!cd!ef');
  expect(spliced('abc', 1)).toBeUndefined();
});

test('of a long text what stands around is left, and each byte knows where it came from', () => {
  const long = `${'a'.repeat(3000)}bcd..efg..h${'i'.repeat(3000)}`;
  const view = spliced(long, 2, 3003, 3008)!;
  expect(text(view)).toBe('\ncd!efg!hi');
  const places = Array.from({ length: 10 }, (_, at) => [view.start(at), view.end(at)]);
  expect(places.slice(1, 5)).toEqual([
    [3001, 3002],
    [3002, 3003],
    [3003, 3005],
    [3005, 3006],
  ]);
});

test('what stands around grows together, and never begins within a character', () => {
  const long = `${'ä'.repeat(3000)}..b..${'ü'.repeat(3000)}`;
  expect(text(spliced(long, 3, 6000, 6003))).toBe('\nä!b!üü');
});

const KEY = 'sk-live-7xZA/US5XYd8B+DWxKoYtBmQkgMA6vSl4uOpR';
const redactor = createRedactor([KEY]);
/** Records that say the same over and over. */
const records = (model: (i: number) => string) =>
  Array.from({ length: 200 }, (_, i) => ({ id: i, model: model(i), provider: 'Nimbus \\ "Blue"' }));
const left = (body: unknown) => redactor.text(JSON.stringify(body));

test('a key in pieces is found among records that say the same', () => {
  const pieces = KEY.match(/.{1,9}/g)!;
  const body = records((i) => (i % 40 === 7 ? pieces[Math.floor(i / 40)]! : 'zephyr-small'));
  const split = body.filter(({ model }) => model !== 'zephyr-small');
  expect(left(split)).not.toContain(pieces[1]);
  // Also where the second of them came before, alone.
  expect(left([{ id: 0, model: pieces[1] }, ...split])).not.toMatch(/sk-live-7|S5XYd8B|kgMA6vSl4/);
});

test('an escape in a long encoding is taken off in a long text', () => {
  const encoded = Buffer.from(Buffer.from(KEY).toString('hex')).toString('base64').replaceAll('N', '\\u004e');
  const body = `{"a":${JSON.stringify(records(() => 'zephyr-small'))},"b":"${encoded}"}`;
  expect(redactor.text(body)).not.toContain(encoded.slice(20, 40));
  expect(redactor.text(body)).toContain('"b":"*');
});
