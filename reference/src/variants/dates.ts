import type { Change } from '../behaviour.ts';
import { present } from '../change/pointer.ts';
import { inRecords } from '../change/usage.ts';
import type { Variant } from '../deviation.ts';
import { variants } from './variant.ts';

/** Dates written anew from their time (to the second) and their offset. */
const written = (write: (time: string, offset: string) => string): Change =>
  inRecords(
    '/date',
    present((v) => write(String(v).slice(0, 19), String(v).slice(19))),
  );

const DAY = 86_400_000;
const dayOfYear = (at: number) => Math.floor((at - Date.UTC(new Date(at).getUTCFullYear(), 0, 1)) / DAY) + 1;

/** The ordinal date of a time (ISO 8601): `2026-334`. */
function ofYear(time: string): string {
  return `${time.slice(0, 4)}-${String(dayOfYear(Date.parse(`${time}Z`))).padStart(3, '0')}`;
}

/** The week date of a time (ISO 8601): `2026-W49-1`. The year of a week is that of its Thursday. */
function ofWeek(time: string): string {
  const at = Date.parse(`${time}Z`);
  const day = ((new Date(at).getUTCDay() + 6) % 7) + 1;
  const thursday = at + (4 - day) * DAY;
  const week = Math.ceil(dayOfYear(thursday) / 7);
  return `${new Date(thursday).getUTCFullYear()}-W${String(week).padStart(2, '0')}-${day}`;
}

/** Every other response writes dates with an offset, and user ids in capitals. */
const otherInstance: Change = (before) => ({
  record: (json, request) => {
    const own = before.record(json, request);
    if (request.serial % 2 === 0) return own;
    return {
      ...own,
      date: String(own.date).replace('Z', '+00:00'),
      user_id: String(own.user_id).toUpperCase(),
    };
  },
});

/** The ids of about half of the records are in capitals, as those that were imported. */
const capitalsInPart: Change = (before) => ({
  record: (json, request) => {
    const own = before.record(json, request);
    if (!/^[0-7]/.test(String(own.id))) return own;
    const inCapitals = ['id', 'user_id', 'org_id'].map((member) => [
      member,
      String(own[member]).toUpperCase(),
    ]);
    return { ...own, ...Object.fromEntries(inCapitals) };
  },
});

/** How dates and ids are written (2.8). */
export const dates: readonly Variant[] = variants('usage-dates', [
  [
    'usage/date-with-offset',
    '2.8',
    'dates have an offset',
    written((time, offset) => `${time}${offset === 'Z' ? '+00:00' : offset}`),
  ],
  ['usage/dates-by-instance', '2.8', 'instances write dates and user ids in different forms', otherInstance],
  ['usage/ids-in-two-cases', '2.8', 'the ids of some records are in capitals', capitalsInPart],
  ['usage/date-without-offset', '2.8', 'dates have no offset', written((time) => time)],
  [
    'usage/date-basic',
    '2.8',
    'dates are in the basic form',
    written((time, offset) => `${time.replace(/[-:]/g, '')}${offset.replace(':', '')}`),
  ],
  [
    'usage/date-of-year',
    '2.8',
    'dates are days of a year',
    written((time, offset) => `${ofYear(time)}${time.slice(10)}${offset}`),
  ],
  [
    'usage/date-of-week',
    '2.8',
    'dates are days of a week',
    written((time, offset) => `${ofWeek(time)}${time.slice(10)}${offset}`),
  ],
  [
    'usage/date-to-the-minute',
    '2.8',
    'dates have no seconds',
    written((time, offset) => `${time.slice(0, 16)}${offset}`),
  ],
  [
    'usage/date-microseconds',
    '2.8',
    'dates have microseconds',
    written((time, offset) => `${time}.000000${offset}`),
  ],
]);
