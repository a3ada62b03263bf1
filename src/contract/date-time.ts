/*
 * ISO 8601 date and time of day, as section 2.8 asks for. The usual JSON Schema format wants an offset and seconds;
 * ISO 8601 also allows local time, hours and minutes alone, the basic form without separators, a comma before the
 * fraction, and 24:00 at the end of a day.
 */
const EXTENDED =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?$/;
const BASIC =
  /^(\d{4})(\d{2})(\d{2})[Tt](\d{2})(\d{2})(?:(\d{2})(?:[.,]\d+)?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?$/;

/** Whether `text` is an ISO 8601 date with a time of day, in the calendar. A date without a time is not one. */
export function isDateTime(text: string): boolean {
  const match = EXTENDED.exec(text) ?? BASIC.exec(text);
  if (!match) return false;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return false;
  if (hour === 24) return minute === 0 && second === 0;
  return hour < 24 && minute < 60 && second <= 60 && offsetExists(match[7]);
}

function offsetExists(offset: string | undefined): boolean {
  if (offset === undefined || /^z$/i.test(offset)) return true;
  const digits = offset.replace(/\D/g, '');
  return Number(digits.slice(0, 2)) < 24 && Number(digits.slice(2) || 0) < 60;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Whether `text` is a UUID in its usual form: five groups of hexadecimal digits, in either case. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
}
