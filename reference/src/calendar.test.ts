import { describe, expect, it } from 'vitest';
import { dayOf, isoDateTime, isoDay, parseDay } from './calendar.ts';

describe('days', () => {
  it.each<[string, number, string | undefined]>([
    ['2026-11-21', 0, '2026-11-21'],
    ['2026-11-21T23:59:59.999Z', 0, '2026-11-21'],
    ['2026-11-21T23:59:59-02:00', 0, '2026-11-22'],
    ['2026-11-21T00:30:00+0100', 0, '2026-11-20'],
    ['2026-11-21T22:30:00Z', 120, '2026-11-22'],
    ['2026-11-21T22:30', 120, '2026-11-21'],
    ['2024-02-29', 0, '2024-02-29'],
    ['2026-02-29', 0, undefined],
    ['2026-13-01', 0, undefined],
    ['2026-11-21T24:00:00Z', 0, undefined],
    ['21.11.2026', 0, undefined],
    ['', 0, undefined],
  ])('%s in a service %i minutes east of UTC is %s', (text, offset, day) => {
    const parsed = parseDay(text, offset);
    expect(parsed === undefined ? undefined : isoDay(parsed)).toBe(day);
  });

  it('begin where the service says', () => {
    const late = Date.UTC(2026, 10, 21, 23);
    expect(isoDateTime(dayOf(late))).toBe('2026-11-21T00:00:00Z');
    expect(isoDateTime(dayOf(late, 330), 330)).toBe('2026-11-22T00:00:00+05:30');
  });
});
