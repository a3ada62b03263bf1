import type { Requester } from '../../vocabulary/check.ts';
import { counted } from '../../vocabulary/counted.ts';
import type { UsageLines } from '../../vocabulary/usage-days.ts';
import type { Columns, Meaning } from '../csv/columns.ts';
import { daysOf, type ReadDay } from '../csv/dates.ts';
import { countsOf, type Export, streamRows } from '../csv/export.ts';
import { field, type Row } from '../csv/reader.ts';
import { type Day, type DayRange, daysAfter, nearEdge, writtenDay } from '../days.ts';
import type { ClosedHistory } from '../history/closed-history.ts';
import type { Measure } from '../measures.ts';
import { countsOfRecord, readRecord } from '../walk/record.ts';
import { pages } from '../walk/walk.ts';
import { addLine, keyOf, type Line, linesAround, type Sides } from './lines-around.ts';

/** The key of rows of a day, as far as the export shows it. */
const DIMENSIONS: readonly Meaning[] = ['id', 'user_id', 'email', 'model', 'model_provider', 'source'];

/**
 * Finds the day, and in it the record, in which an export differs from the records. Days near the edges of the
 * range come last: the service decides whether they are included, so their rows are compared, and not their sums.
 */
export async function locateInExport(
  ask: Requester,
  closed: ClosedHistory,
  shown: Export & { columns: Columns },
  measures: readonly Measure[],
): Promise<Located> {
  const where: Located['where'] = {};
  let lines: UsageLines | undefined;
  const sides = createSides(ask, closed, shown);
  for (const measure of measures) {
    if (shown.columns.date === undefined || shown.table.columns[measure] === undefined) continue;
    const day = differingDay(closed, shown, measure);
    const places: Place[] =
      day === undefined ? edgePlaces(closed) : [{ day, range: around(day), whole: true }];
    for (const place of places) {
      const both = await sides(place);
      const told = differenceIn(both, place, measure);
      if (told === undefined) continue;
      where[measure] = told;
      lines ??= linesAround(both, place.day, differingKey(both, measure));
      break;
    }
  }
  return { where, ...(lines && { lines }) };
}

/** Where totals differ: in words, and the lines around the first difference. */
export interface Located {
  where: Partial<Record<Measure, string>>;
  lines?: UsageLines;
}

/** The first record or row whose count the other side lacks. */
function differingKey({ records, rows }: Sides, measure: Measure): string | undefined {
  return [...records.keys(), ...rows.keys()].find(
    (k) => (records.get(k)?.counts[measure] ?? -1n) !== (rows.get(k)?.counts[measure] ?? -1n),
  );
}

/** A day, and its requested range. */
interface Place {
  day: Day;
  range: DayRange;
  /** Whether the range certainly includes the whole day; otherwise a side may omit it. */
  whole: boolean;
}

/** Requests both sides of a place, once for all measures. */
function createSides(
  ask: Requester,
  closed: ClosedHistory,
  { table, columns }: Export & { columns: Columns },
): (place: Place) => Promise<Sides> {
  const read = daysOf([...table.byDay.keys()]);
  const known = new Map<string, Promise<Sides>>();
  const gather = async (place: Place): Promise<Sides> => ({
    records: await recordsOn(ask, closed, place, columns),
    rows: await rowsOn(ask, closed, place, columns, read),
  });
  return (place) => {
    const key = JSON.stringify(place);
    const sides = known.get(key) ?? gather(place);
    known.set(key, sides);
    return sides;
  };
}

/**
 * Days near the edges, from the outside in: first within days around them, then at the same edge, which reveals
 * errors in the first or last row of a response.
 */
function edgePlaces({ edges, range }: ClosedHistory): Place[] {
  const days = (aggregates: ClosedHistory['edges']['end']) =>
    [...new Set(aggregates.flatMap(([, { day }]) => (day === undefined ? [] : [day])))].sort();
  const [first, last] = [days(edges.start), days(edges.end).toReversed()];
  return [
    ...[...last, ...first].map((day) => ({ day, range: around(day), whole: true })),
    ...last.map((day) => ({ day, range: { start: daysAfter(day, -2), end: range.end }, whole: false })),
    ...first.map((day) => ({ day, range: { start: range.start, end: daysAfter(day, 2) }, whole: false })),
  ];
}

/** The sums of a day on both sides, and the first differing record; undefined if they show none. */
function differenceIn(sides: Sides, place: Place, measure: Measure): string | undefined {
  const { records, rows } = sides;
  const sum = (lines: ReadonlyMap<string, Line>) =>
    [...lines.values()].reduce((n, l) => n + (l.counts[measure] ?? 0n), 0n);
  const left = !place.whole && (records.size === 0 || rows.size === 0);
  // Lines without common keys differ in a member that each side writes in its own format.
  const isComparable = [...records.keys()].some((k) => rows.has(k));
  const key = isComparable ? differingKey(sides, measure) : undefined;
  if (left || (key === undefined && sum(records) === sum(rows))) return undefined;
  const told = (lines: ReadonlyMap<string, Line>) =>
    lines.has(key!) ? String(lines.get(key!)!.counts[measure] ?? 'unreadable') : 'absent';
  const total = (lines: ReadonlyMap<string, Line>) => {
    const unread = [...lines.values()].filter(({ counts }) => counts[measure] === undefined).length;
    if (unread === 0) return `${sum(lines)}`;
    return unread === lines.size ? 'unreadable' : `${sum(lines)} and ${counted(unread, 'unreadable count')}`;
  };
  const line =
    key === undefined
      ? ''
      : `; ${named(records.get(key), rows.get(key), place)}: records ${told(records)}, export ${told(rows)}`;
  return `${place.day}: records ${total(records)}, export ${total(rows)}${line}`;
}

/** A record by its id, and by its row in the export, since ids are pseudonyms in the record. */
function named(record: Line | undefined, row: Line | undefined, { range }: Place): string {
  const place = row && `row ${row.row} of the export from ${range.start} to ${range.end}`;
  return [record?.label ?? row?.label, place].filter((part) => part !== undefined).join(', ');
}

/** The first day, away from the edges of the range, on which the sums differ. */
function differingDay(
  closed: ClosedHistory,
  { table }: Export & { columns: Columns },
  measure: Measure,
): Day | undefined {
  const days = new Map<Day, bigint>();
  for (const [instant, aggregate] of closed.history.byInstant) {
    if (
      aggregate.day === undefined ||
      nearEdge(instant, closed.range.end) ||
      nearEdge(instant, closed.range.start)
    )
      continue;
    days.set(aggregate.day, (days.get(aggregate.day) ?? 0n) + aggregate.all.totals[measure]);
  }
  const read = daysOf([...table.byDay.keys()]);
  const shown = new Map<Day | undefined, bigint>();
  for (const [text, { totals }] of table.byDay)
    shown.set(read(text), (shown.get(read(text)) ?? 0n) + totals[measure]);
  return [...days.keys()].sort().find((day) => (shown.get(day) ?? 0n) !== days.get(day));
}

/** A range that certainly includes a day, at any midnight. */
const around = (day: Day) => ({ start: daysAfter(day, -1), end: daysAfter(day, 2) });

/** The key of lines of a day on both sides: records need not show their provider. */
const membersShown = ({ history }: ClosedHistory, columns: Columns): Meaning[] =>
  DIMENSIONS.filter((m) => columns[m] !== undefined && (m !== 'model_provider' || history.providersShown));

async function recordsOn(
  ask: Requester,
  closed: ClosedHistory,
  { day, range }: Place,
  columns: Columns,
): Promise<Map<string, Line>> {
  const lines = new Map<string, Line>();
  const members = membersShown(closed, columns);
  for await (const page of pages(ask, closed.paging, range, `records of ${day}`)) {
    for (const raw of page.records) {
      const record = readRecord(raw);
      if (!record || day !== writtenDay(record.date)) continue;
      const key = keyOf(members.map((m) => String(raw[m] ?? '')));
      const label = `record ${String(raw.id)}, model ${JSON.stringify(record.model)}`;
      addLine(lines, key, { label, counts: countsOfRecord(record) });
    }
  }
  return lines;
}

async function rowsOn(
  ask: Requester,
  closed: ClosedHistory,
  { day, range }: Place,
  columns: Columns,
  read: ReadDay,
): Promise<Map<string, Line>> {
  const lines = new Map<string, Line>();
  const members = membersShown(closed, columns);
  const take = (row: Row) => {
    if (day !== read(field(row, columns.date!).trim())) return;
    const key = keyOf(members.map((m) => field(row, columns[m]!)));
    const model = columns.model === undefined ? '' : `model ${JSON.stringify(field(row, columns.model))}`;
    addLine(lines, key, { label: model || 'a row', row: row.index + 1, counts: countsOf(row, columns) });
  };
  const restart = () => lines.clear();
  await streamRows(ask, closed.found.names, range, `rows of ${day}`, { take, restart });
  return lines;
}
