import type { Requester } from '../../vocabulary/check.ts';
import type { ClosedHistory } from '../closed-history.ts';
import { nearEdge } from '../closed-history.ts';
import type { Columns, Meaning } from '../csv/columns.ts';
import { integerAt } from '../csv/number.ts';
import { CsvReader, field, type Row } from '../csv/reader.ts';
import { type Day, daysAfter, writtenDay } from '../days.ts';
import { type Export, sendExport } from '../export.ts';
import { MEASURES, type Measure } from '../measures.ts';
import { readRecord } from '../walk/record.ts';
import { pages } from '../walk/walk.ts';

/** What tells rows of a day apart, as far as the export shows it. */
const DIMENSIONS: readonly Meaning[] = ['id', 'user_id', 'email', 'model', 'model_provider', 'source'];

/** One record or row of a day. */
interface Line {
  label: string;
  /** In the export of the days around, with its header as row 1. */
  row?: number;
  counts: Partial<Record<Measure, bigint>>;
}

/** Finds the day, and in it the record, in which an export differs from the records. */
export async function locateInExport(
  ask: Requester,
  frame: ClosedHistory,
  shown: Export & { columns: Columns },
  measures: readonly Measure[],
): Promise<Partial<Record<Measure, string>>> {
  const where: Partial<Record<Measure, string>> = {};
  for (const measure of measures) {
    const day = differingDay(frame, shown, measure);
    if (day === undefined) continue;
    const [records, rows] = [
      await recordsOn(ask, frame, day, shown.columns),
      await rowsOn(ask, frame, day, shown.columns),
    ];
    const sum = (lines: ReadonlyMap<string, Line>) =>
      [...lines.values()].reduce((n, l) => n + (l.counts[measure] ?? 0n), 0n);
    const key = [...records.keys(), ...rows.keys()].find(
      (k) => (records.get(k)?.counts[measure] ?? -1n) !== (rows.get(k)?.counts[measure] ?? -1n),
    );
    const told = (lines: ReadonlyMap<string, Line>) =>
      lines.has(key!) ? String(lines.get(key!)!.counts[measure]) : 'absent';
    const line =
      key === undefined
        ? ''
        : `; ${named(records.get(key), rows.get(key), day)}: records ${told(records)}, export ${told(rows)}`;
    where[measure] = `${day}: records ${sum(records)}, export ${sum(rows)}${line}`;
  }
  return where;
}

/** A record by its id, and by its place in the export, as ids are replaced in what is recorded. */
function named(record: Line | undefined, row: Line | undefined, day: Day): string {
  const { start, end } = around(day);
  const place = row && `row ${row.row} of the export from ${start} to ${end}`;
  return [record?.label ?? row?.label, place].filter((part) => part !== undefined).join(', ');
}

/** The first day, away from the edges of the range, on which the sums differ. */
function differingDay(
  frame: ClosedHistory,
  { table, columns }: Export & { columns: Columns },
  measure: Measure,
): Day | undefined {
  if (columns.date === undefined || table.columns[measure] === undefined) return undefined;
  const days = new Map<Day, bigint>();
  for (const [instant, slice] of frame.history.byInstant) {
    if (slice.day === undefined || nearEdge(instant, frame.range.end) || nearEdge(instant, frame.range.start))
      continue;
    days.set(slice.day, (days.get(slice.day) ?? 0n) + slice.all.totals[measure]);
  }
  const shown = (day: Day) => table.byDay.get(day)?.totals[measure] ?? 0n;
  return [...days.keys()].sort().find((day) => shown(day) !== days.get(day));
}

/** A range that surely holds a day, whatever belongs to it. */
const around = (day: Day) => ({ start: daysAfter(day, -1), end: daysAfter(day, 2) });

async function recordsOn(
  ask: Requester,
  { paging }: ClosedHistory,
  day: Day,
  columns: Columns,
): Promise<Map<string, Line>> {
  const lines = new Map<string, Line>();
  const members = DIMENSIONS.filter((m) => columns[m] !== undefined);
  for await (const page of pages(ask, paging, around(day), `records of ${day}`)) {
    for (const raw of page.records) {
      const record = readRecord(raw);
      if (!record || writtenDay(record.date) !== day) continue;
      const key = members.map((m) => String(raw[m] ?? '')).join('\u0000');
      const counts = Object.fromEntries(MEASURES.map((m, i) => [m, BigInt(record.counts[i]!)]));
      const label = `record ${String(raw.id)}, model ${JSON.stringify(record.model)}`;
      addLine(lines, key, { label, counts });
    }
  }
  return lines;
}

async function rowsOn(
  ask: Requester,
  { found }: ClosedHistory,
  day: Day,
  columns: Columns,
): Promise<Map<string, Line>> {
  const lines = new Map<string, Line>();
  const members = DIMENSIONS.filter((m) => columns[m] !== undefined);
  const take = (row: Row) => {
    if (writtenDay(field(row, columns.date!).trim()) !== day) return;
    const key = members.map((m) => field(row, columns[m]!)).join('\u0000');
    const counts = Object.fromEntries(
      MEASURES.filter((m) => columns[m] !== undefined).map((m) => [
        m,
        BigInt(integerAt(row, columns[m]!) ?? 0),
      ]),
    );
    const model = columns.model === undefined ? '' : `model ${JSON.stringify(field(row, columns.model))}`;
    addLine(lines, key, { label: model || 'a row', row: row.index + 1, counts });
  };
  let reader = new CsvReader(take);
  await sendExport(ask, found.names, around(day), `rows of ${day}`, {
    onAttempt() {
      lines.clear();
      reader = new CsvReader(take);
    },
    onBody: (piece) => reader.feed(Buffer.from(piece)),
  });
  reader.end();
  return lines;
}

/** Rows that look alike are added up. */
function addLine(lines: Map<string, Line>, key: string, line: Line): void {
  const known = lines.get(key);
  if (!known) {
    lines.set(key, line);
    return;
  }
  for (const m of MEASURES) known.counts[m] = (known.counts[m] ?? 0n) + (line.counts[m] ?? 0n);
}
