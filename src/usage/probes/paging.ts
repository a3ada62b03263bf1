import { type Asking, type Interview, NotApplicable } from '../../check.ts';
import type { Shifted, Sized } from '../../judge/usage/page.ts';
import type { Compared } from '../../judge/usage/same-records.ts';
import type { Exchange } from '../../target/exchange.ts';
import { nameOf, STATS, usagePath, usageRequest } from '../endpoints.ts';
import { frame } from '../frame.ts';
import { anyGround, ground, isDated } from '../ground.ts';
import { Ledger } from '../walk/ledger.ts';
import { askPage, recordsOf } from '../walk/page.ts';
import { pages } from '../walk/walk.ts';

/** An odd number, so that the seams of pages fall where nobody looked. */
const UNEVEN = 37;
/** Records that are walked in small pages at most. */
const WALKED_SMALL = 300;

/** A page of `size` records of closed days, and the record after it when fewer came. */
export async function sizedPage(t: Interview, ask: Asking, size: number): Promise<Sized> {
  const { found, range } = await anyGround(t, ask);
  const page = await askPage(ask, found.names, { ...range, limit: size }, `a page of ${size}`, 'answer');
  const came = page.records.length;
  const next =
    came < size && found.names.offset && isDated(found)
      ? await askPage(ask, found.names, { ...range, limit: 1, offset: came }, `the record after ${came}`)
      : undefined;
  return { size, page, next };
}

/** A page without a size, and what follows it. `NotApplicable` when nothing shows that there are more than 100. */
export async function withoutSize(t: Interview, ask: Asking): Promise<Sized> {
  const { found, range, first } = await anyGround(t, ask);
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
    `what follows ${came} records, by ${offset}`,
  );
  if (next.records.length === 0) throw new NotApplicable('more than 100 records on closed days are needed');
  return { size: 100, page, next };
}

/** Five records from an offset, beside the whole list. */
export async function shiftedPage(t: Interview, ask: Asking, offset: number): Promise<Shifted> {
  const { found, range, first, size } = await ground(t, ask);
  const limited = size === undefined ? {} : { limit: 5 };
  const due = offset < first.records.length ? 'answer' : 'no-error';
  const asked = { ...range, ...limited, offset };
  const page = await askPage(ask, found.names, asked, `records from ${offset} on`, due);
  const whole = size !== undefined && first.records.length < size;
  const count = size === undefined ? 100 : 5;
  return { offset, size: count, page, list: first, whole: whole || offset + count <= first.records.length };
}

/** Closed days, or the first records of them, in small uneven pages. */
export async function smallPages(t: Interview, ask: Asking): Promise<Compared> {
  const whole = await frame(t, ask);
  const { found, range, history, paging } = whole;
  nameOf(found.names, 'limit');
  nameOf(found.names, 'offset');
  const few = history.count <= WALKED_SMALL;
  const walked = new Ledger(found.stableIds);
  for await (const page of pages(ask, { ...paging, size: UNEVEN }, range, 'a small page')) {
    walked.addPage(page);
    if (!few && walked.count >= 8 * UNEVEN) break;
  }
  if (few) return { asked: 'a date in the range', walked, allowed: [history.all], from: history };
  const head = new Ledger(found.stableIds);
  for await (const page of pages(ask, paging, range, 'the same in large pages')) {
    head.addPage({ ...page, records: page.records.slice(0, walked.count - head.count) });
    if (head.count >= walked.count) break;
  }
  return { asked: `a place among the first ${walked.count}`, walked, allowed: [head.all], from: head };
}

/** What pages of sizes that the contract says nothing about bring. */
export async function oddSizes(
  t: Interview,
  sizes: readonly number[],
): Promise<{ size: number; exchange: Exchange; came: string }[]> {
  const { found, range, first } = await anyGround(t, t);
  const answers: { size: number; exchange: Exchange; came: string }[] = [];
  for (const size of sizes) {
    const exchange = await t.send(
      usageRequest(usagePath(STATS, found.names, { ...range, limit: size }), `a page of ${size}`),
    );
    const records = recordsOf(exchange)?.length;
    const all =
      first.records.length < 1000 && records === first.records.length && records < size
        ? 'all records'
        : undefined;
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
