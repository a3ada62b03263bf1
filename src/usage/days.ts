import { calendarDate } from '../contract/date-time.ts';

/** A calendar day, `YYYY-MM-DD`. */
export type Day = string;

/** Days, both included. */
export interface DayRange {
  start: Day;
  end: Day;
}

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** The largest distance of a local midnight from that of UTC. */
export const FARTHEST_MIDNIGHT = 14 * HOUR;

/** Before any billed request. */
export const EVER: Day = '2000-01-01';

/** The day, in UTC, of an instant in epoch milliseconds. */
export const dayOf = (instant: number): Day => new Date(instant).toISOString().slice(0, 10);

/** The instant at which a day begins in UTC. */
export const startOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

export const daysAfter = (day: Day, count: number): Day => dayOf(startOf(day) + count * DAY);

/** The earlier one of two days. */
export const earlier = (a: Day, b: Day): Day => [a, b].sort()[0]!;

/** How many days a range has, both its ends counted. */
export const daysIn = (from: Day, to: Day): number => Math.round((startOf(to) - startOf(from)) / DAY) + 1;

const DATE =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[Tt ](\d{2}):?(\d{2})?(?::?(\d{2})(?:[.,](\d+))?)?(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * The time, in epoch milliseconds, of an ISO 8601 date or date-time in the extended or the basic form; one without
 * an offset is read as UTC. Undefined if it is not one.
 */
export function instantOf(text: string): number | undefined {
  const parts = DATE.exec(calendarDate(text));
  if (!parts) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '0', zone = 'Z'] = parts;
  const offset = /^z$/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const instant = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}${offset}`);
  return Number.isNaN(instant) ? undefined : instant;
}

/** The day in an ISO 8601 text, whatever its offset; undefined for a range of days. */
export function writtenDay(text: string): Day | undefined {
  const parts = /^(\d{4})-?(\d{2})-?(\d{2})(?:$|[Tt]| (?!\D*\d{4}-))/.exec(calendarDate(text));
  return parts ? `${parts[1]}-${parts[2]}-${parts[3]}` : undefined;
}

/** The latest day that ended at least 48 hours before `now` at any midnight (oracle: closed days). */
export function lastClosedDay(now: number): Day {
  return dayOf(now - 2 * DAY - FARTHEST_MIDNIGHT - DAY);
}

/** Whether a day begins so near to an edge that it depends on the service on which side it lies. */
export function nearEdge(instant: number, edge: Day): boolean {
  return instant >= startOf(edge) - FARTHEST_MIDNIGHT && instant <= startOf(edge) + DAY + FARTHEST_MIDNIGHT;
}
