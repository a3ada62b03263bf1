import type { UsageLines } from '../../vocabulary/usage-days.ts';
import type { Day } from '../days.ts';
import { MEASURES, type Measure } from '../measures.ts';

/** One record or row of a day. */
export interface Line {
  label: string;
  /** In the export of the days around, with its header as row 1. */
  row?: number;
  /** Those that are readable. */
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

/** What tells a line from others, whether ids come in capitals on one side, and cells with a quote before what spreadsheets would run. */
export const keyOf = (texts: readonly string[]): string =>
  texts.map((text) => text.replace(/^'/, '').toLowerCase()).join('\u0000');

/** Rows that look alike are added up. */
export function addLine(lines: Map<string, Line>, key: string, line: Line): void {
  const known = lines.get(key);
  if (!known) {
    lines.set(key, line);
    return;
  }
  if (line.row !== undefined) known.row = line.row;
  for (const m of MEASURES) {
    const [before, added] = [known.counts[m], line.counts[m]];
    if (before !== undefined && added !== undefined) known.counts[m] = before + added;
    else delete known.counts[m];
  }
}
