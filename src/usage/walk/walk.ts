import type { Requester } from '../../vocabulary/check.ts';
import type { CheckId } from '../../vocabulary/check-ids.ts';
import type { Names } from '../../vocabulary/discovered.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { Inconclusive, orUndefined } from '../../vocabulary/undecidable.ts';
import type { Query } from '../endpoints.ts';
import type { RequiredAnswer } from '../required-answer.ts';
import { askPage, type Page } from './page.ts';
import { collected } from './snapshot-builder.ts';
import type { UsageSnapshot } from './usage-snapshot.ts';

const PAGE_SIZE = 'usage/stats-page-size';
const OFFSET = 'usage/stats-offset';

/** More pages are not a history but endless paging. */
const PAGES_AT_MOST = 20_000;

/** After so many full pages the end is tested: a short history is not. */
const PAGES_TRUSTED = 50;

/** The paging parameters. */
export interface Paging {
  names: Names;
  /** The size that the target honors; undefined sends none. */
  size: number | undefined;
  /** Whether ids stay the same between responses. */
  stableIds: boolean;
  /** The required outcome of the first page; later ones may be rejected at the end. */
  due?: RequiredAnswer;
  /**
   * Pages are broken, as a check reports: one is requested, and is complete if it has fewer records than were
   * returned at once.
   */
  single?: { most: number; blockedBy: CheckId };
  /** Number of records if it is known: all of their pages are requested at once. */
  known?: number;
}

/**
 * Walks all pages of a query and adds them up. `Inconclusive` names the check that judges page sizes or offsets if
 * paging does not advance.
 */
export async function walk(
  ask: Requester,
  paging: Paging,
  query: Query,
  label: string,
): Promise<UsageSnapshot> {
  return collected(pages(ask, paging, query, label), paging.stableIds);
}

/** The pages of a query, one after the other. */
export async function* pages(
  ask: Requester,
  paging: Paging,
  query: Query,
  label: string,
): AsyncGenerator<Page> {
  const { names, size } = paging;
  if (paging.single) return yield await singlePage(ask, paging, query, label);
  const expected = size ?? 100;
  const queryAt = (offset: number): Query => ({
    ...query,
    ...(size && { limit: size }),
    ...(offset > 0 && { offset }),
  });
  const pageAt = (offset: number) => {
    const due = paging.due && (offset > 0 ? 'no-error' : paging.due);
    const from = offset > 0 ? `, from record ${offset}` : '';
    return askPage(ask, names, queryAt(offset), `${label}${from}`, due);
  };
  const ahead = askedAhead(paging.known ?? 0, expected, pageAt);
  let previous: string | undefined;
  for (let offset = 0, count = 0; ; count++) {
    const page = await (ahead.get(offset) ?? pageAt(offset));
    const first = JSON.stringify(page.records[0], (_, v) => (typeof v === 'bigint' ? String(v) : v));
    if (page.records.length > expected) {
      throw new Inconclusive(
        `a page of ${expected} records returned ${page.records.length}`,
        [page.exchange],
        PAGE_SIZE,
      );
    }
    if (offset > 0 && page.records.length > 0 && first === previous) {
      throw new Inconclusive('different offsets returned the same page', [page.exchange], OFFSET);
    }
    if (count >= PAGES_AT_MOST) throw endless(page.exchange);
    if (count === PAGES_TRUSTED) {
      const beyond = await farPage(ask, names, { ...queryAt(0), offset: PAGES_AT_MOST * expected });
      if (beyond) throw endless(beyond);
    }
    yield page;
    if (page.records.length < expected) return;
    previous = first;
    offset += page.records.length;
  }
}

/** The pages of so many records, by their offsets, all under way: full pages leave no doubt where the next one begins. */
function askedAhead(
  known: number,
  size: number,
  pageAt: (offset: number) => Promise<Page>,
): Map<number, Promise<Page>> {
  const offsets = Array.from({ length: Math.ceil(known / size) }, (_, i) => i * size);
  const ahead = new Map(offsets.map((offset) => [offset, pageAt(offset)]));
  // A page before it may end the walk, so its promise may not be awaited.
  for (const page of ahead.values()) page.catch(() => {});
  return ahead;
}

/** The one page with all records of a query, if offsets cannot be used. */
async function singlePage(ask: Requester, paging: Paging, query: Query, label: string): Promise<Page> {
  const { names, size, single } = paging;
  const only = await askPage(ask, names, { ...query, ...(size && { limit: size }) }, label, paging.due);
  if (only.records.length >= single!.most)
    throw new Inconclusive(`a page may not contain all ${label}`, [only.exchange], single!.blockedBy);
  return only;
}

/** The response to an offset at which the walk would be given up, if records were returned. */
async function farPage(ask: Requester, names: Names, query: Query): Promise<Exchange | undefined> {
  const page = await orUndefined(
    askPage(ask, names, query, `records from record ${query.offset}, if there are so many`),
  );
  // Some services reject such offsets.
  return page && page.records.length > 0 ? page.exchange : undefined;
}

const endless = (last: Exchange) =>
  new Inconclusive(`more than ${PAGES_AT_MOST} pages: narrow the range with --usage-range`, [last]);
