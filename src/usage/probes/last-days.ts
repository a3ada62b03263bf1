import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { type DayRange, dayOf, daysAfter, HOUR } from '../days.ts';
import { type ClosedHistory, walkedHistory } from '../history/closed-history.ts';
import type { LastDays } from '../judge/last-days.ts';
import { askPage, readPage } from '../walk/page.ts';
import { readPartly } from '../walk/record.ts';

/** Parts of a page that are left free for the days around a part of the range. */
const FILLED = 0.7;
/** The most parts that are requested if records are not ordered by date. */
const PARTS_AT_MOST = 6;

/**
 * The days at the end of a walk in a page of their own, which is the first one of its list: a service may lose records on the last
 * page alone. All days, part by part, where records do not come by date. Undefined where they do not fit.
 */
export async function lastDays(context: CheckContext, ask: Requester): Promise<LastDays[] | undefined> {
  const closed = await walkedHistory(context, ask);
  const { found, range, paging, history } = closed;
  const last = history.pages.at(-1);
  const parts = last && history.pageCount > 1 ? partsToAsk(closed, paging.size ?? 100) : [];
  if (!last || parts.length === 0) return undefined;
  const limit = paging.size === undefined ? {} : { limit: paging.size };
  return Promise.all(
    parts.map(async (days) => {
      const page = await askPage(ask, found.names, { ...days, ...limit }, 'some days alone', 'no-error');
      return { page, last: readPage(last), days, range, history };
    }),
  );
}

function partsToAsk({ history, range }: ClosedHistory, size: number): DayRange[] {
  const parts = partsOf(history.byInstant, Math.floor(FILLED * size));
  const ends = readPartly(readPage(history.pages.at(-1)!).records.at(-1) ?? {});
  const at = ends && Math.floor(ends.instant / HOUR) * HOUR;
  const [first, final] = [parts[0], parts.at(-1)];
  if (!first || !final) return [];
  if (at === final.end) return [{ start: dayOf(final.start - 1), end: range.end }];
  if (at === first.start) return [{ start: range.start, end: daysAfter(dayOf(first.end), 1) }];
  if (parts.length > PARTS_AT_MOST) return [];
  return parts.map(({ start, end }) => ({ start: dayOf(start), end: daysAfter(dayOf(end), 1) }));
}

/** Days in a row with so many records at most, by the instants of the first and of the last one. */
function partsOf(byInstant: ClosedHistory['history']['byInstant'], most: number) {
  const parts: { start: number; end: number; count: number }[] = [];
  for (const [instant, { all }] of [...byInstant].sort(([a], [b]) => a - b)) {
    const part = parts.at(-1);
    if (!part || part.count + all.count > most)
      parts.push({ start: instant, end: instant, count: all.count });
    else Object.assign(part, { end: instant, count: part.count + all.count });
  }
  return parts;
}
