import { answerKey } from '../../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../../vocabulary/check.ts';
import type { Names } from '../../vocabulary/discovered.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { decided, Inconclusive, NotApplicable, type Undecidable } from '../../vocabulary/undecidable.ts';
import { nameOf, type Query, queried, STATS } from '../endpoints.ts';
import { closedRange, isDated, someRange } from '../history/closed-range.ts';
import type { Sized } from '../judge/page.ts';
import { showSame } from '../judge/parameter-effects.ts';
import { isInOrder, type Shifted, shifts } from '../judge/shifts.ts';
import { type RequiredAnswer, unlessMissing } from '../required-answer.ts';
import { askPage, type Page, readPage, recordsOf, STATS_ARRAY } from '../walk/page.ts';
import { snapshotOf } from '../walk/snapshot-builder.ts';
import type { UsageSnapshot } from '../walk/usage-snapshot.ts';
import { orderAsks } from './asked-again.ts';

const FIRST_RECORDS_AGAIN = answerKey<Exchange>('usage/first-records again');
const pageFromKey = (offset: string | number | undefined, limit: string | number | undefined) =>
  answerKey<Page>(`usage/page-from ${offset} ${limit}`);

const PAGE_SIZE = 'usage/stats-page-size';
/**
 * A page of `size` records of closed days, and the record after it if there were fewer. For a check that adapts to
 * `STATS_ARRAY`.
 */
export async function sizedPage(context: CheckContext, ask: Requester, size: number): Promise<Sized> {
  const { found, range } = await someRange(context, ask);
  const page = await pageFrom(ask, found.names, { ...range, limit: size }, `a page of ${size}`, 'answer');
  const came = page.records.length;
  const next =
    came < size && found.names.offset && isDated(found)
      ? await askPage(ask, found.names, { ...range, limit: 1, offset: came }, `the record after ${came}`)
      : undefined;
  // If records are never a list, that is reported once.
  return { size, page, next, mustBeList: context.holds(STATS_ARRAY) };
}

/**
 * A page without a size, and the records after it. `NotApplicable` if nothing shows that there are more than 100.
 */
export async function withoutSize(context: CheckContext, ask: Requester): Promise<Sized | Undecidable> {
  const { found, range, first } = await someRange(context, ask);
  const page = await askPage(ask, found.names, range, 'a page without a size', 'answer');
  const came = page.records.length;
  if (came > 100) return { size: 100, page, next: undefined };
  if (first.records.length > 100) {
    const after = first.records[came];
    return { size: 100, page, next: { exchange: first.exchange, records: after ? [after] : [] } };
  }
  const offset = nameOf(found.names, 'offset');
  const next = await askPage(
    ask,
    found.names,
    { ...range, offset: came },
    `records after the first ${came}, by ${offset}`,
  );
  if (next.records.length === 0) return new NotApplicable('closed days have no more than 100 records');
  return { size: 100, page, next };
}

/**
 * Five records from an offset, and the whole list. If page sizes are broken, the returned number: rejects if there
 * are none, or if the list begins differently than before. For the check that adapts to page sizes.
 */
export async function shiftedPage(
  context: CheckContext,
  ask: Requester,
  offset: number,
): Promise<Shifted | Undecidable> {
  const shifted = await shiftedBy(context, ask, offset);
  if (context.holds(PAGE_SIZE)) return shifted;
  const start = offset === 0 ? shifted : await shiftedBy(context, ask, 0);
  const anyhow = { ...shifted, whole: false };
  const lost = shifted.page.records.length === 0 && offset < shifted.list.records.length;
  if (!lost && start.page.records.length > 0 && decided(shifts({ ...start, whole: false })).length === 0)
    return anyhow;
  return new Inconclusive('page sizes do not work', [shifted.page.exchange], PAGE_SIZE);
}

/**
 * The start of the second and third page of the default size, and one record later: an off-by-one error may begin
 * there.
 */
export const SEAMS = [100, 200, 201] as const;
/** Number of records before a page boundary that are requested too. */
const BEFORE = 5;
/** Records from an offset: one more in a repetition, so that no cached response of the first round fits it. */
const sizeIn = ({ round }: Requester): number => (round === 2 ? 6 : 5);

/**
 * Five records from a page boundary on, and ten from five before it. Undefined if none follows the boundary, or a
 * page has no size.
 */
export async function atSeam(
  context: CheckContext,
  ask: Requester,
  seam: (typeof SEAMS)[number],
): Promise<Shifted | undefined> {
  const { found, range, size: known } = await closedRange(context, ask);
  if (known === undefined || found.names.offset === undefined || !context.holds(PAGE_SIZE)) return undefined;
  const from = (offset: number, limit: number, due: RequiredAnswer) =>
    pageFrom(ask, found.names, { ...range, limit, offset }, `${limit} records from ${offset} on`, due);
  // Adjacent boundaries are examined in one page.
  const start = seam - (seam % 100) - BEFORE;
  const size = sizeIn(ask);
  const around = await from(start, BEFORE + size + 1, 'no-error');
  if (around.records.length <= seam - start) return undefined;
  const before = Array.from({ length: start }, () => ({}));
  const list = { ...around, records: [...before, ...around.records] };
  // The requested records are known.
  const page = await from(seam, size, 'answer');
  return withListAgain(context, ask, { offset: seam, size, page, list, whole: true });
}

/**
 * Page sizes that are requested from the first record on and compared with a longer page. None if sizes are broken.
 */
export async function usefulSizes(context: CheckContext): Promise<number[]> {
  const { first, size } = await closedRange(context, context);
  if (size === undefined || !context.holds(PAGE_SIZE)) return [];
  return [1, 2, 10, 99].filter((one) => one < first.records.length);
}

/** A page of `size` records from the first one on, and the list. */
export async function headOfList(context: CheckContext, ask: Requester, size: number): Promise<Shifted> {
  const { found, range, first } = await closedRange(context, ask);
  const page = await pageFrom(ask, found.names, { ...range, limit: size }, `a page of ${size}`, 'answer');
  return withListAgain(context, ask, { offset: 0, size, page, list: first, whole: true });
}

/** The same with a second request of the list, if the page is not a part of it: its order is open. */
async function withListAgain(context: CheckContext, ask: Requester, shifted: Shifted): Promise<Shifted> {
  if (isInOrder(shifted)) return shifted;
  const { found, query, first } = await closedRange(context, ask);
  // Responses may be cached: one with explicit defaults is another request.
  const whole = { ...query, ...(found.names.offset && { offset: 0 }) };
  const request = queried(STATS, found.names, whole, 'the first records of closed days, once more');
  const again = await ask.shared(FIRST_RECORDS_AGAIN, async (own) => {
    for (let asks = orderAsks(first.records.length); ; asks--) {
      const one = await own.send(request);
      if (asks <= 1 || !recordsOf(one) || !showSame(readPage(one), first)) return one;
    }
  });
  return recordsOf(again) ? { ...shifted, first, again: readPage(again) } : shifted;
}

/** Characteristic offsets for closed days: the first ones, in the middle, the last one, and after it. */
export async function usefulOffsets(context: CheckContext, ask: Requester = context): Promise<number[]> {
  const { first, size } = await closedRange(context, ask);
  const count = first.records.length;
  const atEnd = size !== undefined && count < size ? [count] : [];
  const offsets = [0, 1, 2, Math.floor(count / 2), count - 1, ...atEnd];
  return [...new Set(offsets)].filter((offset) => offset >= 0 && offset <= count);
}

/** The records from offsets, for checks of their members. Undefined if there are none. */
export async function recordsFromOffsets(
  context: CheckContext,
  ask: Requester,
): Promise<UsageSnapshot | undefined> {
  const records = async () => {
    const offsets = await usefulOffsets(context, ask);
    const shifted = await Promise.all(offsets.map((offset) => shiftedBy(context, ask, offset)));
    const second = await atSeam(context, ask, SEAMS[0]);
    return snapshotOf(
      [...shifted, ...(second ? [second] : [])].map(({ page }) => page),
      true,
    );
  };
  return unlessMissing(records());
}

/** A page from an offset: other checks judge the owner and format of its records. */
function pageFrom(
  ask: Requester,
  names: Names,
  query: Query,
  label: string,
  due: RequiredAnswer,
): Promise<Page> {
  return ask.shared(pageFromKey(query.offset, query.limit), (own) => askPage(own, names, query, label, due));
}

async function shiftedBy(context: CheckContext, ask: Requester, offset: number): Promise<Shifted> {
  const { found, range, first, size } = await closedRange(context, ask);
  const limited = size === undefined ? {} : { limit: sizeIn(ask) };
  const due = offset < first.records.length ? 'answer' : 'no-error';
  const asked = { ...range, ...limited, offset };
  const page = await pageFrom(ask, found.names, asked, `records from ${offset} on`, due);
  const isAll = size !== undefined && first.records.length < size;
  const count = limited.limit ?? 100;
  const whole = isAll || offset + count <= first.records.length;
  return withListAgain(context, ask, { offset, size: count, page, list: first, whole });
}

/** Pages of sizes that the contract leaves open. */
export async function oddSizes(
  context: CheckContext,
  sizes: readonly number[],
): Promise<{ size: number; exchange: Exchange; came: string }[]> {
  const { found, range, first } = await someRange(context, context);
  const answers: { size: number; exchange: Exchange; came: string }[] = [];
  const isAll = await nothingBehind(context, first.records.length);
  for (const size of sizes) {
    const request = queried(STATS, found.names, { ...range, limit: size }, `a page of ${size}`);
    const exchange = await context.send(request);
    const records = recordsOf(exchange)?.length;
    const all = isAll && records === first.records.length && records < size ? 'all records' : undefined;
    const came =
      records === undefined
        ? `status ${exchange.response?.status}`
        : records === size
          ? 'honoured'
          : (all ?? `${records} records`);
    answers.push({ size, exchange, came });
  }
  return answers;
}

/** Whether no record follows so many, as far as an offset shows: a page may contain all, or all that fit. */
async function nothingBehind(context: CheckContext, offset: number): Promise<boolean> {
  const { found, range } = await someRange(context, context);
  const { limit, offset: named } = found.names;
  if (named === undefined) return false;
  const asked = { ...range, ...(limit && { limit: 1 }), offset };
  const request = queried(STATS, found.names, asked, `records from ${offset} on`);
  return recordsOf(await context.send(request))?.length === 0;
}
