import type { Judge } from '../../vocabulary/check.ts';
import { counted } from '../../vocabulary/counted.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import type { Table } from '../csv/table.ts';
import { DAY, type Day, dayOf, FARTHEST_MIDNIGHT, startOf } from '../days.ts';
import { inWords, type Measure } from '../measures.ts';
import { groupIn, mergedSums, RecordSum } from '../record-sum.ts';
import { shownTotals, summaryOf } from '../summary.ts';
import { recordsOf } from '../walk/page.ts';
import { readPartly } from '../walk/record.ts';
import type { UsageSnapshot } from '../walk/usage-snapshot.ts';
import { placeIn } from '../wrapped.ts';
import { breach } from './finding.ts';

/** The response of an endpoint for a range of one closed day. No usage, or a rejection, is correct too. */
export interface SingleDay {
  exchange: Exchange;
  day: Day;
  /** The records of closed days, far beyond the day on both sides. */
  history: Pick<UsageSnapshot, 'byInstant'>;
}

/** The same with the counts that all records show. */
interface CountedDay extends SingleDay {
  measures: readonly Measure[];
}

/** The same of the summary. */
export interface SingleDaySums extends CountedDay {
  /** Whether the summary of all closed days counts the requests of their records. */
  countsRequests: boolean;
}

/** The same for the export; without a table if it was not CSV. */
export interface SingleDayRows extends CountedDay {
  table: Pick<Table, 'byDay'> | undefined;
}

/** Whether a record may belong to the day or a neighbor, at any midnight. */
const isNear = (instant: number, day: Day): boolean =>
  instant >= startOf(day) - DAY - FARTHEST_MIDNIGHT && instant <= startOf(day) + 2 * DAY + FARTHEST_MIDNIGHT;

/**
 * The dates of one day are not farther apart, whatever its midnight: a neighbor on one side may belong to it, but not
 * on both.
 */
const SPREAD = 1.5 * DAY;

/** No record belongs to another day. */
export const keepsDay: Judge<SingleDay> = ({ exchange, day }) => {
  const records = recordsOf(exchange) ?? [];
  const dated = records
    .flatMap((raw, index) => {
      const instant = readPartly(raw)?.instant ?? Number.NaN;
      return Number.isFinite(instant) ? [{ index, instant }] : [];
    })
    .sort((a, b) => a.instant - b.instant);
  const [earliest, latest] = [dated[0], dated.at(-1)];
  if (!earliest || !latest) return [];
  const far = dated.filter(({ instant }) => !isNear(instant, day));
  const first = far[0] ?? (latest.instant - earliest.instant > SPREAD ? earliest : undefined);
  if (!first) return [];
  const others = `${counted(far.length, 'record')} of other days, for example ${dayOf(first.instant)}`;
  const both = `records of ${dayOf(earliest.instant)} and of ${dayOf(latest.instant)}`;
  const place = `body ${placeIn(records, first.index)}/date`;
  return [breach(exchange, place, `only records of ${day}`, far.length > 0 ? others : both)];
};

const timesNear = ({ day, history }: Pick<SingleDay, 'day' | 'history'>) =>
  [...history.byInstant].filter(([instant]) => isNear(instant, day));

/** What a day may have: the records of each time that is as long as a day may seem. */
function daysNear(days: Pick<SingleDay, 'day' | 'history'>): RecordSum[] {
  const near = timesNear(days);
  return near.map(([from]) =>
    mergedSums(near.flatMap(([at, { all }]) => (at >= from && at <= from + SPREAD ? [all] : []))),
  );
}

/** All sums of successive times near a day; none if there are too many. */
function partsNear(days: Pick<SingleDay, 'day' | 'history'>): RecordSum[] {
  const sums = timesNear(days)
    .sort(([a], [b]) => a - b)
    .map(([, { all }]) => all);
  if (sums.length > MOST_TIMES) return [];
  return sums.flatMap((_, from) =>
    sums.slice(from).map((_, more) => mergedSums(sums.slice(from, from + more + 1))),
  );
}

/** The sums of so many times are as quickly made as those of a few days. */
const MOST_TIMES = 20;

/** The most of a measure that one of the days has. */
const mostOf = (days: readonly RecordSum[], measure: Measure): bigint =>
  days.reduce((most, { totals }) => (totals[measure] > most ? totals[measure] : most), 0n);

/**
 * At least two of the four sums do not exceed those of the day and a neighbor, and if the tokens are exactly those of some
 * records, so are the requests. Other checks report a wrong total, and requests that are wrong for all closed days.
 */
export const keepsDaySums: Judge<SingleDaySums> = ({ exchange, day, history, measures, countsRequests }) => {
  const body = summaryOf(exchange);
  if (!body) return [];
  const shown = shownTotals({ exchange, body });
  const near = daysNear({ day, history });
  const same = partsNear({ day, history }).filter(({ totals }) =>
    IN_AND_OUT.every((m) => totals[m] > 0n && totals[m] === shown[m]),
  );
  const requests = same.map(({ totals }) => totals.total_requests);
  const told = countsRequests ? shown.total_requests : undefined;
  if (told !== undefined && requests.length > 0 && !requests.includes(told)) {
    const actual = `${told} requests beside the tokens of records with ${requests[0]}`;
    return [breach(exchange, 'body', `the requests of ${day}`, actual)];
  }
  const beyond = measures.filter((m) => (shown[m] ?? 0n) > mostOf(near, m));
  const measure = beyond.at(-1);
  if (beyond.length < 2 || measure === undefined) return [];
  const expected = `only the usage of ${day}`;
  const actual = `${shown[measure]} ${inWords(measure)}; that day and a neighbor have ${mostOf(near, measure)}`;
  return [breach(exchange, 'body', expected, actual)];
};

/**
 * No rows belong to other days: their sums exceed those of the day and a neighbor, and on at least two dates, in any
 * format, they equal the records of another day.
 */
export const keepsDayRows: Judge<SingleDayRows> = (rows) => {
  const { exchange, day, measures } = rows;
  if (!measures.includes('total_requests')) return [];
  const strange = TOKENS.filter((m) => measures.includes(m)).map((m) => strangeRows(rows, m));
  const most = strange.find((days) => days.length >= 2);
  if (!most) return [];
  const actual = `rows of ${counted(most.length, 'other day')}, for example ${most[0]}`;
  return [breach(exchange, 'body', `only rows of ${day}`, actual)];
};

const IN_AND_OUT = ['input_tokens', 'output_tokens'] as const;

/** Counts of tokens that distinguish days, in order of preference: some may be unreadable, or have no column. */
const TOKENS = ['total_tokens', 'input_tokens', 'output_tokens'] as const;

/** Dates of rows with the tokens and requests of another day; none if there are few enough rows. */
function strangeRows({ day, history, table }: SingleDayRows, tokens: Measure): string[] {
  const near = daysNear({ day, history });
  const others = new Map<string, RecordSum>();
  for (const [instant, { day: written = dayOf(instant), all }] of history.byInstant)
    if (written !== day && Math.abs(instant - startOf(day)) > FARTHEST_MIDNIGHT)
      groupIn(others, written, () => new RecordSum()).merge(all);
  const shown = [...(table?.byDay ?? [])];
  const all = mergedSums(shown.map(([, sum]) => sum)).totals;
  if ([tokens, 'total_requests' as const].some((measure) => all[measure] <= mostOf(near, measure))) return [];
  const sumsOf = ({ totals }: RecordSum) => `${totals[tokens]} ${totals.total_requests}`;
  const known = new Set([...others.values()].map(sumsOf));
  return shown.filter(([, sum]) => known.has(sumsOf(sum))).map(([date]) => date);
}
