import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { Inconclusive, orUndefined, type Undecidable } from '../../vocabulary/undecidable.ts';
import { type Day, type DayRange, dayOf } from '../days.ts';
import { nameOf, queried, STATS } from '../endpoints.ts';
import { walkedHistory } from '../history/closed-history.ts';
import type { AtEnd } from '../judge/page.ts';
import type { Compared } from '../judge/same-records.ts';
import { askPage, recordsOf } from '../walk/page.ts';
import { collected } from '../walk/snapshot-builder.ts';
import { closedPart, type UsageSnapshot } from '../walk/usage-snapshot.ts';
import { pages, walk } from '../walk/walk.ts';

/** An odd size, for page boundaries that differ from all other requests. */
const UNEVEN = 37;
/** Maximum records that are walked in small pages, and the same for pages in a random order. */
const WALKED_SMALL = 300;
const WALKED_TURNED = 3_000;

/** Closed days, or the first records of them, in small uneven pages. */
export async function smallPages(context: CheckContext, ask: Requester): Promise<Compared | Undecidable> {
  const { found, range, history, paging } = await walkedHistory(context, ask);
  nameOf(found.names, 'limit');
  nameOf(found.names, 'offset');
  const inSmall = async (days: DayRange, most: number) => {
    const known = Math.min(history.count, most);
    const small = pages(ask, { ...paging, size: UNEVEN, known }, days, 'a small page');
    return collected(small, found.stableIds, most);
  };
  const ways = {
    walked: `pages of ${UNEVEN}`,
    from: paging.size ? `pages of ${paging.size}` : 'other pages',
  };
  const whole = async (days: DayRange, from: UsageSnapshot): Promise<Compared> => {
    const walked = await inSmall(days, Number.POSITIVE_INFINITY);
    const counted = closedPart(walked, days);
    const allowed = [closedPart(from, days)];
    return { asked: 'a date in the range', walked, counted, allowed, from, ways };
  };
  if (history.count <= WALKED_SMALL) return whole(range, history);
  const walked = await inSmall(range, 8 * UNEVEN);
  const first = async (size: number | undefined, label: string) => {
    return collected(pages(ask, { ...paging, size }, range, label), found.stableIds, walked.count);
  };
  const { size } = paging;
  const head = await first(size, 'the same in large pages');
  if (size !== undefined && !walked.all.sameRecords(head.all)) {
    // If the order within a page is random, only all of them are comparable. With another size, since responses may
    // be cached.
    const again = await first(size - 1, 'the same in pages of another size');
    const isTurned = !again.all.sameRecords(head.all);
    if (isTurned && history.count <= WALKED_TURNED) return whole(range, history);
    if (isTurned) {
      const days = lastDays(history, range);
      const part = days && (await walk(ask, paging, days, 'records of the last closed days'));
      if (part && part.count > UNEVEN) return whole(days, part);
      return new Inconclusive(
        'pages of other sizes start with other records, and the history is too long to compare',
        [...head.pages.slice(0, 1), ...again.pages.slice(0, 1)],
      );
    }
  }
  return {
    asked: `a position among the first ${walked.count}`,
    walked,
    allowed: [head.all],
    from: head,
    ways,
  };
}

/** The last days of a range with few enough records for two walks; undefined if the last one has more. */
function lastDays({ byInstant }: UsageSnapshot, { end }: DayRange): DayRange | undefined {
  let start: Day | undefined;
  let count = 0;
  for (const [instant, { all }] of [...byInstant].sort(([a], [b]) => b - a)) {
    count += all.count;
    if (count > WALKED_SMALL) break;
    start = dayOf(instant);
  }
  return start === undefined ? undefined : { start, end };
}

/** Records before the end that are requested if there were unexpected ones after it. */
const BEFORE = 5;

/**
 * The response after the last record of closed days: a walk through full pages ends there. If there are records,
 * also the last ones. Undefined if no walk ended.
 */
export async function pageAtEnd(context: CheckContext, ask: Requester): Promise<AtEnd | undefined> {
  const walked = await orUndefined(walkedHistory(context, ask));
  if (!walked?.found.names.offset) return undefined;
  const { found, range, paging, history } = walked;
  const offset = history.count;
  const limited = { ...range, ...(paging.size !== undefined && { limit: BEFORE }) };
  const behind = queried(STATS, found.names, { ...limited, offset }, `records after all ${offset}`);
  const exchange = await ask.send(behind);
  const came = recordsOf(exchange) ?? [];
  // If records were not counted, or were duplicated, the list has another length than found.
  const miscounted = history.undated ?? history.unreadable ?? history.twiceShown;
  if (came.length === 0 || paging.size === undefined || miscounted) return { exchange, offset };
  const from = Math.max(0, offset - BEFORE);
  const last = await askPage(ask, found.names, { ...limited, offset: from }, `records from ${from} on`);
  return { exchange, offset, came, last: { ...last, from } };
}
