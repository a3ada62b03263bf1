import { expect, test } from 'vitest';
import { exchangeLine } from '../record/lines.ts';
import { exchange } from '../testing/exchange.ts';
import type { RecordLine } from '../vocabulary/record.ts';
import { keptLines } from './kept-lines.ts';

/** A record of so many lines, which counts how often it is read from its beginning to its end. */
function record(count: number, line: RecordLine = { type: 'discovery', model: 'm' }) {
  const lines = Array<RecordLine>(count).fill(line);
  const reads = { begun: 0 };
  const kept = keptLines(async function* () {
    reads.begun++;
    yield* lines;
  });
  return { lines, reads, kept };
}

async function all(lines: AsyncIterable<RecordLine>): Promise<RecordLine[]> {
  const list: RecordLine[] = [];
  for await (const line of lines) list.push(line);
  return list;
}

test('a small record is read once, however often its lines are asked for', async () => {
  const { lines, reads, kept } = record(100);
  for (let i = 0; i < 4; i++) expect(await all(kept())).toEqual(lines);
  expect(reads.begun).toBe(1);
});

test('a record that is left before its end is read again', async () => {
  const { lines, reads, kept } = record(3);
  for await (const _ of kept()) break;
  expect(await all(kept())).toEqual(lines);
  expect(reads.begun).toBe(2);
});

const manyHeaders = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`x-${i}`, 'a'.repeat(120)]));

const line = exchangeLine(exchange({}));
const manyReads = {
  ...line,
  response: { ...line.response!, reads: Array(500).fill([1, 1]) as [number, number][] },
};

test.each([
  ['many lines', 10_000, undefined],
  ['many headers', 400, exchangeLine(exchange({ headers: manyHeaders }))],
  ['long labels', 200, { ...line, label: 'a'.repeat(60_000) }],
  ['many reads', 400, manyReads],
])('a record of %s is not kept', async (_, count, line) => {
  const { lines, reads, kept } = record(count, line);
  for (let i = 0; i < 2; i++) expect(await all(kept())).toHaveLength(lines.length);
  expect(reads.begun).toBe(2);
});
