import type { Finding, Judge } from '../../vocabulary/check.ts';
import { type DayRange, HOUR, nearEdge, startOf } from '../days.ts';
import { sameRecord } from '../discovery/effect.ts';
import type { Page, RawRecord } from '../walk/page.ts';
import { readPartly } from '../walk/record.ts';
import type { UsageSnapshot } from '../walk/usage-snapshot.ts';
import { breach } from './finding.ts';
import { nameOf } from './shifts.ts';

/** Days of a walk, alone in one page. */
export interface LastDays {
  page: Page;
  /** The last page of the walk, and all that it brought. */
  last: Page;
  history: Pick<UsageSnapshot, 'byInstant'>;
  /** The ranges of the page and of the walk. */
  days: DayRange;
  range: DayRange;
}

/** What a page shows of closed days is on the pages of a walk, too. Days are compared in numbers, as ids may be made anew. */
export const walkedToTheEnd: Judge<readonly LastDays[] | undefined> = (parts = []) =>
  parts.flatMap(onPages).slice(0, 1);

function onPages({ page, last, history, days, range }: LastDays): Finding[] {
  const shown = Map.groupBy(page.records, hourOf);
  const more = [...shown].find(([instant, records]) => {
    if (instant === undefined || instant < startOf(range.start) || instant > startOf(range.end)) return false;
    if (nearEdge(instant, range.start) || nearEdge(instant, range.end)) return false;
    return records.length > (history.byInstant.get(instant)?.all.count ?? 0);
  });
  if (!more) return [];
  const [, records] = more;
  const missing = records.find((one) => !last.records.some((other) => sameRecord(one, other))) ?? records[0]!;
  const expected = `the records of ${days.start} to ${days.end} on the pages of the whole range`;
  return [breach([page.exchange, last.exchange], 'body', expected, `${nameOf(missing)} is on no page`)];
}

/** The hour in which the day of a record begins. */
function hourOf(record: RawRecord): number | undefined {
  const instant = readPartly(record)?.instant;
  return instant === undefined ? undefined : Math.floor(instant / HOUR) * HOUR;
}
