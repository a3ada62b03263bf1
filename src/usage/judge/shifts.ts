import type { DoubtingJudge, Finding } from '../../vocabulary/check.ts';
import { counted } from '../../vocabulary/counted.ts';
import { Inconclusive, isUndecidable } from '../../vocabulary/undecidable.ts';
import { DAY, instantOf, lastClosedDay, startOf } from '../days.ts';
import { alike, COMPARED_MEMBERS, meaningOf, sameRecord, showsRecord } from '../discovery/effect.ts';
import { MEASURES } from '../measures.ts';
import { type Page, type RawRecord, STATS_SCHEMA } from '../walk/page.ts';
import { recordViolations } from '../walk/record.ts';
import { placeIn } from '../wrapped.ts';
import { breach, quoted } from './finding.ts';

/** Records from an offset, and the list that they should be a part of. */
export interface Shifted {
  offset: number;
  size: number;
  page: Page;
  list: Page;
  /** Whether the list is known to be complete. */
  whole: boolean;
  /** The first records on a second request, if the page is not a part of the list as it is. */
  again?: Page;
  /** The first records before: the list itself, or another one. */
  first?: Page;
}

/** An offset skips exactly so many records of the same list, and returns the others unchanged. */
export const shifts: DoubtingJudge<Shifted> = (shifted) => {
  if (ordersAnew(shifted) || agreesNow(shifted)) return [];
  const { offset, size, page, list, whole } = shifted;
  const wanted = list.records.slice(offset, offset + size);
  const shown = page.records.length;
  const compared = whole ? wanted.length : Math.min(wanted.length, shown);
  for (const [i, due] of wanted.slice(0, compared).entries()) {
    const came = page.records[i];
    const isHere = isInPlace(came, due, page, list);
    if (isUndecidable(isHere)) return isHere;
    if (isHere) continue;
    return [came && alike(came, due) ? readOtherwise(shifted, i) : misplaced(shifted, i)];
  }
  return whole && shown !== wanted.length ? [misplaced(shifted)] : [];
};

/** Whether a page is the expected part of the list, as far as it is readable. */
export function isInOrder(shifted: Shifted): boolean {
  const found = shifts(shifted);
  return isUndecidable(found) || found.length === 0;
}

/**
 * Whether the first records were the same in another order on a second request, and the page has the expected
 * number of records from the list. The order of records is open; a walk through all pages shows duplicates and
 * losses.
 */
function ordersAnew({ offset, size, page, list, whole, again, first = list }: Shifted): boolean {
  if (!again || again.records.length !== first.records.length) return false;
  const moved = again.records.some((record, i) => !sameRecord(record, first.records[i]));
  if (!moved || !again.records.every((record) => showsRecord(first.records, record))) return false;
  const due = list.records.slice(offset, offset + size).length;
  const isAsMany = whole ? page.records.length === due : page.records.length >= due;
  return isAsMany && (!whole || page.records.every((record) => showsRecord(list.records, record)));
}

/** Whether the page is the expected part of the list on a second request: the oldest days may expire. */
function agreesNow({ again, first, ...shifted }: Shifted): boolean {
  if (again === undefined || first !== shifted.list) return false;
  const found = shifts({ ...shifted, list: again });
  return !isUndecidable(found) && found.length === 0;
}

/**
 * A page of any size begins where a longer one begins. The order of records is open, and may depend on the size.
 */
export const beginsAlike: DoubtingJudge<Shifted> = (head) => {
  const expected = `a page of ${counted(head.size, 'record')} that starts like longer pages`;
  const judged = shifts(head);
  if (isUndecidable(judged)) return judged;
  return judged.map((found) => ({ ...found, expected, as: 'warn' }));
};

/**
 * Whether a page shows the record of a list at its position. Another check reports an unreadable record;
 * `Inconclusive` if nothing else identifies it.
 */
export function isInPlace(
  came: RawRecord | undefined,
  due: RawRecord,
  page: Page,
  list: Page,
): boolean | Inconclusive {
  if (isSameOrGrown(came, due, page)) return true;
  if (came === undefined || !isMisfit(came) || isMisfit(due)) return false;
  if (alike(came, due)) return true;
  if (list.records.some((other) => other !== due && alike(came, other))) return false;
  const why = 'a record of the page violates section 2.8 and is not in the list';
  return new Inconclusive(why, [page.exchange, list.exchange], STATS_SCHEMA);
}

/** Whether a page shows this record, as it was or grown meanwhile. */
export const isSameOrGrown = (came: RawRecord | undefined, due: RawRecord, page: Page): boolean =>
  sameRecord(came, due) || (came !== undefined && mayHaveGrown(came, due, page));

/**
 * Whether only the counts of a day that is not closed differ: completions are counted meanwhile. Such records are
 * among those of closed days if a range is ignored.
 */
function mayHaveGrown(came: RawRecord, due: RawRecord, { exchange }: Page): boolean {
  const instant = instantOf(String(due.date));
  if (instant === undefined || instant < startOf(lastClosedDay(exchange.startedAt)) + DAY) return false;
  return sameRecord({ ...came, ...Object.fromEntries(MEASURES.map((m) => [m, due[m]])) }, due);
}

const isMisfit = (record: RawRecord): boolean => recordViolations(record).violations.length > 0;

/** Other records than those from the offset on, of which `wrong` is the first, or another number of them. */
function misplaced({ offset, page, list }: Shifted, wrong?: number): Finding {
  const expected =
    offset === 0
      ? 'the start of the list for offset 0'
      : `the list from record ${offset} on for offset ${offset}`;
  const shown = page.records.length;
  const index = list.records.findIndex((r) => sameRecord(r, page.records[0]));
  const run = index < 0 ? 'other records' : `records from ${index} on`;
  const others = index === offset ? `another record at position ${wrong}` : run;
  const [came, due] = wrong === undefined ? [] : [page.records[wrong], list.records[offset + wrong]];
  const named = came && due ? `${others}: ${nameOf(came)} in the place of ${nameOf(due)}` : others;
  const actual = shown === 0 ? 'no records' : wrong === undefined ? counted(shown, 'record') : named;
  return breach([page.exchange, list.exchange], 'body', expected, actual);
}

/** A record in words. */
export const nameOf = ({ id, date, model }: RawRecord): string =>
  `record ${quoted(String(id))} of ${quoted(String(date))}, ${quoted(String(model))}`;

/** The expected record at its position, which the page shows differently from the list. */
function readOtherwise({ offset, page, list }: Shifted, i: number): Finding {
  const [came, due] = [page.records[i]!, list.records[offset + i]!];
  const member = COMPARED_MEMBERS.find((name) => meaningOf(came, name) !== meaningOf(due, name))!;
  const told = (record: RawRecord) => `${member} ${quoted(String(record[member]))}`;
  return breach(
    [page.exchange, list.exchange],
    `body ${placeIn(page.records, i)}/${member}`,
    `the records of the list for offset ${offset}`,
    `${told(came)} in the page, ${told(due)} in the list`,
  );
}
