import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import { Inconclusive, type Undecidable } from '../../vocabulary/undecidable.ts';
import { walkedHistory } from '../closed-history.ts';
import { closedPart } from '../closed-part.ts';
import { nameOf } from '../endpoints.ts';
import type { Compared } from '../judge/same-records.ts';
import { HistoryTotals } from '../walk/history-totals.ts';
import { pages } from '../walk/walk.ts';

/** An odd number, so that the seams of pages fall where nobody looked. */
const UNEVEN = 37;
/** Records that are walked in small pages at most, and where those of a page come in another order each time. */
const WALKED_SMALL = 300;
const WALKED_TURNED = 3_000;

/** Closed days, or the first records of them, in small uneven pages. */
export async function smallPages(context: CheckContext, ask: Requester): Promise<Compared | Undecidable> {
  const { found, range, history, paging } = await walkedHistory(context, ask);
  nameOf(found.names, 'limit');
  nameOf(found.names, 'offset');
  const inSmall = async (most: number) => {
    const walked = new HistoryTotals(found.stableIds);
    for await (const page of pages(ask, { ...paging, size: UNEVEN }, range, 'a small page')) {
      walked.addPage(page);
      if (walked.count >= most) break;
    }
    return walked;
  };
  const ways = {
    walked: `pages of ${UNEVEN}`,
    from: paging.size ? `pages of ${paging.size}` : 'other pages',
  };
  const whole = async (): Promise<Compared> => {
    const walked = await inSmall(Number.POSITIVE_INFINITY);
    const counted = closedPart(walked, range);
    const allowed = [closedPart(history, range)];
    return { asked: 'a date in the range', walked, counted, allowed, from: history, ways };
  };
  if (history.count <= WALKED_SMALL) return whole();
  const walked = await inSmall(8 * UNEVEN);
  const first = async (size: number | undefined, label: string) => {
    const head = new HistoryTotals(found.stableIds);
    for await (const page of pages(ask, { ...paging, size }, range, label)) {
      head.addPage({ ...page, records: page.records.slice(0, walked.count - head.count) });
      if (head.count >= walked.count) break;
    }
    return head;
  };
  const { size } = paging;
  const head = await first(size, 'the same in large pages');
  if (size !== undefined && !walked.all.sameRecords(head.all)) {
    // Where the order of a page is another one each time, only all of them are the same. Of another size, as answers may be
    // remembered.
    const again = await first(size - 1, 'the same in pages of another size');
    const isTurned = !again.all.sameRecords(head.all);
    if (isTurned && history.count <= WALKED_TURNED) return whole();
    if (isTurned)
      return new Inconclusive(
        'pages of other sizes begin with other records, and there are too many to compare all',
        [...head.pages.slice(0, 1), ...again.pages.slice(0, 1)],
      );
  }
  return { asked: `a place among the first ${walked.count}`, walked, allowed: [head.all], from: head, ways };
}
