// The package's entry point would load all of ajv before the first request.
import { fullFormats } from 'ajv-formats/dist/formats.js';

/** What a published format checks: the syntax, and that the calendar has such a day. */
const validator = (name: 'date' | 'iso-date-time') => {
  const format = fullFormats[name];
  if (typeof format !== 'object' || !('validate' in format)) throw new Error(`ajv-formats has no ${name}`);
  return format.validate as (text: string) => boolean;
};
const isoDateTime = validator('iso-date-time');

/** Whether `text` is a day of the calendar, YYYY-MM-DD. */
export const isDay = validator('date');

/** The ordinal day of a year, and the day of a week. */
const ORDINAL = /^(\d{4})-?(\d{3})(?=$|[Tt ])/;
const OF_WEEK = /^(\d{4})(-?)W(\d{2})\2([1-7])(?=$|[Tt ])/;
const DAY = 86_400_000;

/** The first day of a year of weeks (ISO 8601): the Monday of the week with January 4. In epoch milliseconds. */
function firstMonday(year: number): number {
  const fourth = Date.UTC(year, 0, 4);
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY;
}

/**
 * An ISO 8601 text with its date as a day of a month, where it is a day of a year (`2026-334`) or of a week
 * (`2026-W40-3`); any other text, and a day that does not exist, is unchanged.
 */
export function calendarDate(text: string): string {
  const within = (whole: string, at: number, from: number, end: number) => {
    if (!(at >= from && at < end)) return whole;
    const day = new Date(at).toISOString().slice(0, 10);
    return whole.includes('-') ? day : day.replaceAll('-', '');
  };
  return text
    .replace(ORDINAL, (whole, year, day) =>
      within(whole, Date.UTC(year, 0, day), Date.UTC(year, 0, 1), Date.UTC(Number(year) + 1, 0, 1)),
    )
    .replace(OF_WEEK, (whole, year, _, week, day) => {
      const [first, next] = [firstMonday(Number(year)), firstMonday(Number(year) + 1)];
      return within(whole, first + (7 * (week - 1) + (day - 1)) * DAY, first, next);
    });
}

const BASIC = /^(\d{4})(\d{2})(\d{2})[Tt](\d{2})(?:(\d{2})(\d{2})?)?/;

/**
 * Whether `text` is an ISO 8601 date with a time of day, as section 2.8 requires. A date without a time does not
 * match. The format of ajv-formats accepts the extended form with seconds only. ISO 8601 also allows days of the year
 * and of the week, hours alone or with minutes, the basic form without separators, a comma before the fraction, which
 * the last part may have, 24:00 at the end of a day, and a leap second in an unknown zone. Such texts are normalized
 * first.
 */
export function isDateTime(text: string): boolean {
  if (isoDateTime(text)) return true;
  const extended = calendarDate(text).replace(BASIC, (_, year, month, day, hour, minute, second) =>
    [`${year}-${month}-${day}T${hour}`, minute, second].filter((part) => part !== undefined).join(':'),
  );
  const whole = extended
    .replace(/^(.{10}[Tt ]\d\d)(?:[.,]\d+)?(?=$|[Zz+-])/, '$1:00')
    .replace(/^(.{10}[Tt ]\d\d:\d\d)(?:[.,]\d+)?(?=$|[Zz+-])/, '$1:00')
    .replace(/^(.{10}[Tt ]\d\d:\d\d:\d\d),(?=\d)/, '$1.')
    .replace(/^(.{10}[Tt ])24:00:00(?=$|[Zz+-])/, '$100:00:00')
    .replace(/^(.{10}[Tt ]\d\d:\d\d):60/, '$1:59');
  return whole !== text && isoDateTime(whole);
}

/**
 * Whether `text` is a UUID in its usual form: five groups of hexadecimal digits, in either case. The format of
 * ajv-formats also accepts `urn:uuid:2f1c1f9a-…`.
 */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
}
