import { expect, test } from 'vitest';
import { isDateTime, isUuid } from './date-time.ts';

test.each([
  '2026-03-01T00:00:00Z',
  '2026-03-01T00:00:00.123456+05:30',
  '2026-03-01T00:00:00',
  '2026-03-01T00:00',
  '2026-03-01T00:00:00,5-08',
  '2026-03-01 12:30:00',
  '20260301T123000Z',
  '20260301T1230+0200',
  '2024-02-29T24:00:00Z',
  '2016-12-31T23:59:60Z',
])('%s is a date with a time', (text) => expect(isDateTime(text)).toBe(true));

test.each([
  '2026-03-01',
  '20260301',
  '2026-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-03-01T24:00:01Z',
  '2026-03-01T12:60:00Z',
  '2026-03-01T12:00:00+24:00',
  '01/03/2026 12:00',
  'Sun, 01 Mar 2026 00:00:00 GMT',
  '1772323200',
  '2026-03-01T',
  '',
])('%s is none', (text) => expect(isDateTime(text)).toBe(false));

test.each([
  ['2f1c1f9a-6f3e-4c56-9d53-0b1f7f1f4a11', true],
  ['2F1C1F9A-6F3E-4C56-9D53-0B1F7F1F4A11', true],
  ['urn:uuid:2f1c1f9a-6f3e-4c56-9d53-0b1f7f1f4a11', false],
  ['2f1c1f9a6f3e4c569d530b1f7f1f4a11', false],
  ['42', false],
])('%s as a UUID: %s', (text, expected) => expect(isUuid(text)).toBe(expected));
