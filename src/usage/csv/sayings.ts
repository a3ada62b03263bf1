import { MEASURES } from '../measures.ts';
import type { Columns } from './columns.ts';
import { field, type Row } from './reader.ts';

/** Rows of which it is kept what they say: the first ones. */
const KEPT = 5_000;

/** Keeps what a row with usage says of whom, when and how much, where titles tell enough for no two records to say the same. */
export function keepSaying(
  sayings: Set<string>,
  row: Row,
  columns: Columns,
  counts: readonly (number | bigint)[],
): void {
  if (sayings.size >= KEPT) return;
  const user = columns.user_id ?? columns.email;
  if (user === undefined || columns.date === undefined || Number(counts[2]) <= 0) return;
  if (MEASURES.some((measure) => columns[measure] === undefined)) return;
  const words = [columns.date, user, columns.model].map((column) =>
    column === undefined ? '' : field(row, column),
  );
  sayings.add(JSON.stringify([...words, ...counts.map(String)]));
}
