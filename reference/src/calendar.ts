/** Milliseconds of a day. */
export const DAY = 86_400_000;

/** The day (counted from 1970-01-01) of an instant, for a service whose day begins `offsetMinutes` east of UTC. */
export function dayOf(epochMs: number, offsetMinutes = 0): number {
  return Math.floor((epochMs + offsetMinutes * 60_000) / DAY);
}

/** `YYYY-MM-DD` of a day. */
export function isoDay(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** The beginning of a day as a date-time with its offset; `Z` for UTC. */
export function isoDateTime(day: number, offsetMinutes = 0): string {
  return `${isoDay(day)}T00:00:00${offsetText(offsetMinutes)}`;
}

function offsetText(minutes: number): string {
  if (minutes === 0) return 'Z';
  const pad = (n: number) => String(n).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

const DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?([Zz]|[+-]\d{2}:?\d{2})?)?$/;

/**
 * The day that an ISO 8601 date or date-time falls on; undefined when it is neither, or not in the calendar. A time
 * without an offset is local to the service.
 */
export function parseDay(text: string, offsetMinutes = 0): number | undefined {
  const match = DATE.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0)) as number[];
  const midnight = Date.UTC(year!, month! - 1, day);
  const made = new Date(midnight);
  if (made.getUTCMonth() !== month! - 1 || made.getUTCDate() !== day) return undefined;
  if (hour! > 23 || minute! > 59 || second! > 59) return undefined;
  if (match[7] === undefined) return midnight / DAY;
  const instant = midnight + ((hour! * 60 + minute!) * 60 + second!) * 1000;
  return dayOf(instant - zoneMinutes(match[7]) * 60_000, offsetMinutes);
}

function zoneMinutes(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const digits = zone.slice(1).replace(':', '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return zone.startsWith('-') ? -minutes : minutes;
}
