import type { Exchange } from '../../vocabulary/exchange.ts';
import { type Aggregate, mergedAggregates } from '../aggregate.ts';
import { DAY, type Day, type DayRange, startOf } from '../days.ts';
import type { RecordSum } from '../record-sum.ts';
import type { CountedRecords } from './counted-records.ts';

/** Something about one record of one page. */
export interface Place {
  exchange: string;
  /** The pointer to it in the body. */
  at: string;
  what: string;
}

/**
 * What the stats showed for a query: sums, sets and groups, but no records, so that a million take no more memory
 * than a thousand. Of each violation it has the first place. It never changes; comparisons are functions of it.
 */
export interface UsageSnapshot {
  /** By the hour in which their date begins, in epoch milliseconds. */
  readonly byInstant: ReadonlyMap<number, Aggregate>;
  /** All records, as one. */
  readonly whole: Aggregate;
  /** Their number and sums. */
  readonly all: RecordSum;
  readonly count: number;
  /** The days with records, in order. */
  readonly days: readonly Day[];
  readonly organizations: ReadonlyMap<string, Place>;
  /** The exchanges of the first two pages, and of the last one with its body. */
  readonly pages: readonly Exchange[];
  readonly pageCount: number;
  readonly providersShown: boolean;
  readonly violation: Place | undefined;
  /** Members that are invalid in some record. */
  readonly misfits: ReadonlySet<string>;
  /** A record with an unreadable member that sums and sets need: it is counted as far as possible. */
  readonly unreadable: Place | undefined;
  /** One of these without an id: only its missing members may distinguish it. */
  readonly alike: Place | undefined;
  /** A record without a date: it has no place among the others. */
  readonly undated: Place | undefined;
  readonly notTheSum: Place | undefined;
  readonly noAddress: Place | undefined;
  readonly twiceShown: Place | undefined;
  readonly twiceAggregated: Place | undefined;
  /** Users, models and counts of the first records with usage, without their ids. */
  readonly sayings: ReadonlyMap<string, Place>;
  /** To see corrections in a later walk. */
  readonly counted: CountedRecords;
}

/** Some records, as far as they are compared with others. */
export type Shown = Pick<UsageSnapshot, 'all' | 'pages'> & Partial<Pick<UsageSnapshot, 'undated' | 'alike'>>;

/** The records of some time. */
export type Part = Shown & Pick<UsageSnapshot, 'byInstant'>;

/** The records whose dates are in some time. */
export const within = (
  { byInstant }: Pick<UsageSnapshot, 'byInstant'>,
  isIn: (instant: number) => boolean,
): Aggregate =>
  mergedAggregates([...byInstant].flatMap(([instant, records]) => (isIn(instant) ? [records] : [])));

/**
 * The records dated in closed days, or a day next to them. If stats ignore the range, a walk also returns the
 * records of today, which grow during a run and are not closed.
 */
export function closedPart(history: Pick<UsageSnapshot, 'byInstant'>, { start, end }: DayRange): RecordSum {
  const [from, to] = [startOf(start) - DAY, startOf(end) + 2 * DAY];
  return within(history, (instant) => instant >= from && instant < to).all;
}
