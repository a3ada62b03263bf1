import type { UsageLines } from '../../vocabulary/usage-days.ts';
import type { Day } from '../days.ts';
import type { Measure } from '../measures.ts';

/** One record or row of a day. */
export interface Line {
  label: string;
  /** In the export of the days around, with its header as row 1. */
  row?: number;
  counts: Partial<Record<Measure, bigint>>;
}

/** The records of a day and the rows of the export, by their key. */
export interface Sides {
  records: ReadonlyMap<string, Line>;
  rows: ReadonlyMap<string, Line>;
}

/** Lines that are shown on each side of the one that differs. */
const NEIGHBOURS = 2;

/**
 * The differing line between its neighbors, in the order of the records; undefined if only the sums of a day
 * differ.
 */
export function linesAround(
  { records, rows }: Sides,
  day: Day,
  key: string | undefined,
): UsageLines | undefined {
  const keys = [...new Set([...records.keys(), ...rows.keys()])];
  const at = keys.indexOf(key!);
  if (at < 0) return undefined;
  const counts = (line: Line | undefined) =>
    line && Object.fromEntries(Object.entries(line.counts).map(([m, count]) => [m, String(count)]));
  return {
    day,
    lines: keys.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1).map((k) => {
      const [record, row] = [records.get(k), rows.get(k)];
      return {
        label: (record ?? row)!.label,
        ...(row?.row !== undefined && { row: row.row }),
        ...(record && { stats: counts(record)! }),
        ...(row && { export: counts(row)! }),
        ...(k === key && { differs: true as const }),
      };
    }),
  };
}
