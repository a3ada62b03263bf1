import type { CheckContext, Gather, Requester } from '../../vocabulary/check.ts';
import { decided, NotApplicable } from '../../vocabulary/undecidable.ts';
import { FILTERS, type Filter } from '../aggregate.ts';
import { closedHistory, permittedSumsWithin } from '../history/closed-history.ts';
import { MANY, middleOf, middlePart } from '../history/ranges.ts';
import type { Compared } from '../judge/same-records.ts';
import { unlessMissing } from '../required-answer.ts';
import { askPage, type Page } from '../walk/page.ts';
import { snapshotOf } from '../walk/snapshot-builder.ts';
import type { UsageSnapshot } from '../walk/usage-snapshot.ts';
import { walk } from '../walk/walk.ts';
import { usableFilters } from './filters.ts';

/** Pages of a filter at most, and at least. */
const PAGES = 3;
const FEWEST_PAGES = 2;

/** A filter and one of its values. */
export interface Chosen {
  filter: Filter;
  value: string;
  count: number;
}

/** For each filter with a known name, its most frequent value in closed days. Empty for long histories. */
export async function commonValues(context: CheckContext): Promise<Chosen[]> {
  const whole = await closedHistory(context, context);
  const { history } = whole;
  if (history.count > MANY) return [];
  return usableFilters(context, whole).flatMap((filter) => {
    const [common] = history.whole.values(filter);
    return common ? [{ filter, value: common[0], count: common[1] }] : [];
  });
}

/** Gatherers of all records of one value of a filter, with enough for several pages of at most a hundred. */
export async function filteredPages(context: CheckContext): Promise<Gather<Compared>[]> {
  const { names } = (await closedHistory(context, context)).found;
  if (names.limit === undefined || names.offset === undefined) return [];
  const values = (await commonValues(context)).filter(({ count }) => count > PAGES && count <= PAGES * 100);
  return values.map((chosen) => (ask) => inPages(context, ask, chosen));
}

async function inPages(context: CheckContext, ask: Requester, chosen: Chosen): Promise<Compared> {
  const { filter, value } = chosen;
  const { found, range, history } = await closedHistory(context, ask);
  const count = history.whole.counts(filter).get(value) ?? chosen.count;
  const size = Math.ceil(count / Math.max(FEWEST_PAGES, Math.ceil(count / 100)));
  const pages: Page[] = [];
  for (let offset = 0; offset < count; offset += size) {
    const query = { ...range, [filter]: value, limit: size, ...(offset > 0 && { offset }) };
    const label = `${size} records by ${filter} from ${offset} on`;
    pages.push(await askPage(ask, found.names, query, label, 'answer'));
  }
  const allowed = [history.whole.of((kind) => kind[filter] === value)];
  const asked = `the ${filter} ${JSON.stringify(value)}, in pages of ${size}`;
  return { asked, walked: snapshotOf(pages, found.stableIds), allowed, from: history };
}

/** Gatherers of the records of one value of a filter in a part of closed days; none if there are too few days. */
export async function filteredInRange(context: CheckContext): Promise<Gather<Compared>[]> {
  const part = middlePart(await closedHistory(context, context));
  if (part instanceof NotApplicable) return [];
  decided(part);
  return (await commonValues(context)).map((chosen) => (ask) => inRange(context, ask, chosen));
}

async function inRange(context: CheckContext, ask: Requester, { filter, value }: Chosen): Promise<Compared> {
  const whole = await closedHistory(context, ask);
  const part = middleOf(whole);
  const walked = await walk(
    ask,
    { ...whole.paging, due: 'answer' },
    { ...part, [filter]: value },
    `records of a part by ${filter}`,
  );
  const allowed = permittedSumsWithin(whole.history, part.start, part.end).map((aggregate) =>
    aggregate.of((kind) => kind[filter] === value),
  );
  const asked = `the ${filter} ${JSON.stringify(value)} and a date from ${part.start} to ${part.end}`;
  return { asked, walked, allowed, from: whole.history };
}

/** Number of records that are examined for each filter: the default page. */
const PAGE = 100;

/**
 * Records by one filter each, for checks of record members; other checks judge the filter itself. Undefined if no
 * filter is available.
 */
export async function recordsByFilters(
  context: CheckContext,
  ask: Requester,
): Promise<UsageSnapshot | undefined> {
  const records = async () => {
    const { found, range, history } = await closedHistory(context, ask);
    const { names } = found;
    const pages: Page[] = [];
    for (const filter of FILTERS.filter((one) => names[one] !== undefined)) {
      const [commonest] = history.whole.values(filter);
      if (!commonest) continue;
      const query = { ...range, [filter]: commonest[0], ...(names.limit && { limit: PAGE }) };
      pages.push(await askPage(ask, names, query, `some records by ${filter}`, 'no-error'));
    }
    const records = snapshotOf(pages, true);
    return records.count > 0 ? records : undefined;
  };
  return unlessMissing(records());
}
