import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { CheckId } from '../../vocabulary/check-ids.ts';
import type { Discovered } from '../../vocabulary/discovered.ts';
import { Inconclusive, orUndefined } from '../../vocabulary/undecidable.ts';
import { daysAfter } from '../days.ts';
import type { Query } from '../endpoints.ts';
import { askPage, type Page } from '../walk/page.ts';
import { identityOf, readPartly } from '../walk/record.ts';
import { snapshotOf } from '../walk/snapshot-builder.ts';
import type { Paging } from '../walk/walk.ts';
import type { ClosedHistory } from './closed-history.ts';
import { type ClosedRange, closedRange } from './closed-range.ts';
import { edgesOf } from './edges.ts';

const UNPAGED_HISTORY = answerKey<ClosedHistory>('usage/unpaged-history');

/** Maximum days that are tried, the most that fit into one page. */
const LENGTHS = [40, 30, 20, 14, 11, 9, 7, 5, 3, 2] as const;

/**
 * Closed days that fit into one page: for comparisons while pages are broken, as `culprit` reports. A page is
 * complete if a longer range has more records in the same way, and nothing new follows it.
 */
export async function unpagedHistory(
  context: CheckContext,
  ask: Requester,
  culprit: CheckId,
): Promise<ClosedHistory> {
  const closed = await closedRange(context, ask);
  return ask.shared(UNPAGED_HISTORY, async (asking) => {
    const { found, range } = closed;
    const paging = await largest(asking, closed, culprit);
    for (const days of LENGTHS) {
      const start = daysAfter(range.end, -days);
      if (start < range.start) continue;
      const part = { start, end: range.end };
      const history = await whole(asking, found, paging, part);
      if (history) return { found, paging, range: part, ...history };
    }
    throw new Inconclusive('no range of days is known to fit in one page', [], culprit);
  });
}

/**
 * How to get most records at once: without a page size, with one, or with a larger one that is known to be honored.
 */
async function largest(
  ask: Requester,
  { found, range, size: honoured = 0 }: ClosedRange,
  blockedBy: CheckId,
): Promise<Paging> {
  const { names, stableIds } = found;
  const sizes =
    names.limit === undefined ? [undefined] : [undefined, 100, ...(honoured > 100 ? [honoured] : [])];
  const ways: Paging[] = [];
  for (const size of sizes) {
    const query: Query = { ...range, ...(size && { limit: size }) };
    const page = await orUndefined(
      askPage(ask, names, query, 'as many records of closed days as come at once'),
    );
    ways.push({ names, size, stableIds, single: { most: page?.records.length ?? 0, blockedBy } });
  }
  return ways.sort((a, b) => b.single!.most - a.single!.most)[0]!;
}

/** A range with the days around its ends that fits one page; undefined if something may be missing. */
async function whole(
  ask: Requester,
  found: Discovered,
  paging: Paging,
  range: ClosedHistory['range'],
): Promise<Pick<ClosedHistory, 'first' | 'history' | 'edges'> | undefined> {
  const query: Query = { ...range, ...(paging.size && { limit: paging.size }) };
  const first = await orUndefined(askPage(ask, paging.names, query, 'records of a few closed days'));
  if (!first || first.records.length === 0 || first.records.length >= paging.single!.most) return undefined;
  if (await goesOn(ask, found, query, first)) return undefined;
  const edges = await orUndefined(edgesOf(ask, paging, range));
  return edges && { first, history: snapshotOf([first], found.stableIds), edges };
}

/** Whether a new record follows a page. An offset that is rejected, or returns known ones, proves nothing. */
async function goesOn(ask: Requester, found: Discovered, query: Query, page: Page): Promise<boolean> {
  const { names, stableIds } = found;
  if (names.offset === undefined) return false;
  const behind = { ...query, offset: page.records.length };
  const next = await orUndefined(askPage(ask, names, behind, 'records after these'));
  const identities = (of: Page) =>
    of.records.map(readPartly).map((record) => record && identityOf(record, stableIds));
  const known = new Set(identities(page));
  return next !== undefined && identities(next).some((identity) => !known.has(identity));
}
