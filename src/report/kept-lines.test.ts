import { expect, test } from 'vitest';
import type { RecordLine } from '../vocabulary/record.ts';
import { keptLines } from './kept-lines.ts';

/** A record of so many lines, which counts how often it is read from its beginning to its end. */
function record(count: number) {
  const lines = Array.from({ length: count }, (): RecordLine => ({ type: 'discovery', model: 'm' }));
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

test('a large record is not kept', async () => {
  const { lines, reads, kept } = record(10_000);
  for (let i = 0; i < 2; i++) expect(await all(kept())).toHaveLength(lines.length);
  expect(reads.begun).toBe(2);
});
