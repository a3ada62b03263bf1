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

const BASIC = /^(\d{4})(\d{2})(\d{2})[Tt](\d{2})(\d{2})(\d{2})?/;

/**
 * Whether `text` is an ISO 8601 date with a time of day, as section 2.8 requires. A date without a time does not
 * match. The format of ajv-formats accepts the extended form with seconds only. ISO 8601 also allows hours and
 * minutes alone, the basic form without separators, a comma before the fraction, 24:00 at the end of a day, and a
 * leap second in an unknown zone. Such texts are normalized first.
 */
export function isDateTime(text: string): boolean {
  if (isoDateTime(text)) return true;
  const extended = text.replace(BASIC, (_, year, month, day, hour, minute, second) =>
    [`${year}-${month}-${day}T${hour}:${minute}`, second].filter((part) => part !== undefined).join(':'),
  );
  const whole = extended
    .replace(/^(.{10}[Tt ]\d\d:\d\d)(?=$|[Zz+-])/, '$1:00')
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
