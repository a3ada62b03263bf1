import { SecondReader } from '../usage/csv/second-reader.ts';
import { Table } from '../usage/csv/table.ts';
import { pieces } from './export.ts';

/** Reads an export with so many rows and prints its peak memory in MiB. */
const table = new Table();
const second = new SecondReader(() => table.dialectSoFar);
let peak = 0;
let fed = 0;
for (const piece of pieces(Number(process.argv[2]))) {
  table.feed(piece);
  second.feed(piece);
  if (fed++ % 64 === 0) peak = Math.max(peak, process.memoryUsage.rss());
}
table.end();
second.end();
process.send?.(peak / 2 ** 20);
process.disconnect();
