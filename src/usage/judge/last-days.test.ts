import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import type { RawRecord } from '../walk/page.ts';
import { snapshotOf } from '../walk/snapshot-builder.ts';
import { walkedToTheEnd } from './last-days.ts';

const record = (day: number, model = 'm'): RawRecord => ({
  id: `00000000-0000-4000-8000-${String(day).padStart(12, '0')}`,
  user_id: 'u',
  model,
  source: 'api',
  input_tokens: day,
  output_tokens: 2,
  total_tokens: day + 2,
  total_requests: 1,
  date: `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`,
});

const page = (...records: RawRecord[]) => ({ exchange: exchange({ id: 'e1' }), records });

const given = (walked: RawRecord[], alone: RawRecord[]) => {
  const last = page(...walked);
  const history = snapshotOf([last], true);
  const days = { start: '2000-01-01', end: '2026-01-06' };
  return [{ page: page(...alone), last, history, days, range: { start: '2000-01-01', end: '2026-01-31' } }];
};

test.each([
  ['the same', [record(5), record(6)], [record(6)], undefined],
  ['ids made anew', [record(5)], [{ ...record(5), id: 'new' }], undefined],
  ['fewer, as another check tells', [record(5), record(6)], [], undefined],
  ['one more of a day', [record(5)], [record(5), record(5, 'n')], '"n"'],
  ['a day that no page shows', [record(6)], [record(5), record(6)], '2026-01-05'],
  ['a day beside the end of the range, which may be counted in or not', [record(6)], [record(31)], undefined],
  ['what shows no date', [record(6)], [{ id: 'x' }], undefined],
])('%s', (_, walked, alone, actual) => {
  const [found] = walkedToTheEnd(given(walked, alone));
  if (actual === undefined) expect(found).toBeUndefined();
  else expect((found as { actual: string }).actual).toContain(actual);
});
