import { expect, test } from 'vitest';
import { datesOf, daysOf } from './dates.ts';

const MAY = Date.UTC(2026, 4, 3);

test.each<[string, string, readonly string[], number | undefined]>([
  ['ISO 8601', '2026-05-03T00:00:00Z', [], MAY],
  ['a date of a database', '2026-05-03 00:00:00+00', [], MAY],
  ['seconds', String(MAY / 1000), [], MAY],
  ['milliseconds', String(MAY), [], MAY],
  ['the year first', '2026/5/3', [], MAY],
  ['the day first, as another date shows', '03.05.2026', ['31.05.2026'], MAY],
  ['the month first, as another date shows', '05/03/2026', ['5/31/2026'], MAY],
  ['nothing that tells days from months', '03.05.2026', ['04.05.2026'], undefined],
  ['both orders', '03.05.2026', ['31.05.2026', '05.31.2026'], undefined],
  ['words', 'yesterday', [], undefined],
])('a column of dates is read: %s', (_, text, others, instant) => {
  expect(datesOf([text, ...others])(text)).toBe(instant);
});

test.each<[string, string, readonly string[], string | undefined]>([
  ['as it is written, whatever the offset', '2026-05-03T00:00:00+09:00', [], '2026-05-03'],
  ['the day first', '03.05.2026', ['31.05.2026'], '2026-05-03'],
  ['seconds', String(MAY / 1000), [], '2026-05-03'],
  ['words', 'yesterday', [], undefined],
])('the day of a row is read: %s', (_, text, others, day) => {
  expect(daysOf([text, ...others])(text)).toBe(day);
});
