import { type Day, dayOf, instantOf, writtenDay } from '../days.ts';

/** Reads a date as epoch milliseconds; undefined if it is unreadable. */
export type ReadDate = (text: string) => number | undefined;

const SECONDS = /^1\d{9}$/;
const MILLISECONDS = /^1\d{12}$/;
const YEAR_FIRST = /^(\d{4})[./](\d{1,2})[./](\d{1,2})\.?$/;
const YEAR_LAST = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})\.?$/;

/**
 * The date format of one column: ISO 8601, a time since 1970, or day, month and year in an order that the values
 * show. If no number above 12 distinguishes days from months, `03.04.2026` is not a date.
 */
export function datesOf(texts: readonly string[]): ReadDate {
  const parts = texts.map((text) => YEAR_LAST.exec(text)).filter((match) => match !== null);
  const isAbove = (at: 1 | 2) => parts.some((match) => Number(match[at]) > 12);
  const [dayFirst, monthFirst] = [isAbove(1), isAbove(2)];
  return (text) => {
    if (SECONDS.test(text)) return Number(text) * 1000;
    if (MILLISECONDS.test(text)) return Number(text);
    const [, year, month, day] = YEAR_FIRST.exec(text) ?? [];
    if (year) return atMidnight(year, month!, day!);
    const [, first, second, last] = YEAR_LAST.exec(text) ?? [];
    if (!last) return instantOf(text);
    if (dayFirst === monthFirst) return undefined;
    return dayFirst ? atMidnight(last, second!, first!) : atMidnight(last, first!, second!);
  };
}

const atMidnight = (year: string, month: string, day: string) =>
  instantOf(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);

/** Reads the day that a text begins; undefined where it can't be read. */
export type ReadDay = (text: string) => Day | undefined;

/** How the days of one column are to be read: as they are written, where they are in the usual form. */
export function daysOf(texts: readonly string[]): ReadDay {
  const read = datesOf(texts);
  return (text) => {
    const written = writtenDay(text);
    const instant = written === undefined ? read(text) : undefined;
    return instant === undefined ? written : dayOf(instant);
  };
}
