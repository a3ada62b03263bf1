import { execFileSync } from 'node:child_process';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unpackedFile } from '../testing/altered/packed-record.ts';
import { exchange } from '../testing/exchange.ts';
import type { CheckLine, ExchangeLine } from '../vocabulary/record.ts';
import { FrameWriter } from './frame-writer.ts';
import { plainFrame } from './frames.ts';
import { createJournal, JOURNAL_FILE, JournalFailed } from './journal.ts';
import { openJournal, readJournal } from './read.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chatspec-frames-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const result: CheckLine = {
  type: 'check',
  id: 'usage/fits-schema',
  verdict: 'pass',
  message: '',
  findings: [],
  observations: [],
  evidence: ['e1'],
  startedAt: 1,
  durationMs: 2,
};

const onDisk = (path: string) => unpackedFile(path).toString().split('\n').length - 1;

test('small lines are one frame, and large ones have their own', async () => {
  const journal = createJournal(folder);
  for (let i = 0; i < 30; i++) journal.exchange({ ...exchange({ body: `${i}` }), id: `e${i}` });
  journal.exchange({ ...exchange({ body: 'long '.repeat(50_000) }), id: 'e100' });
  for (let i = 30; i < 60; i++) journal.exchange({ ...exchange({ body: `${i}` }), id: `e${i}` });
  journal.close();
  const stored = await openJournal(folder);
  const frames = new Map<number, string[]>();
  for await (const { line, place } of stored.lines())
    frames.set(place.offset, [...(frames.get(place.offset) ?? []), (line as ExchangeLine).id]);
  await stored.close();
  // The first line is on disk before anything else is paid for.
  expect([...frames.values()].map((ids) => [ids[0], ids.length])).toEqual([
    ['e0', 1],
    ['e1', 29],
    ['e100', 1],
    ['e30', 30],
  ]);
});

test('a line is on disk after a moment, without another', async () => {
  const journal = createJournal(folder);
  journal.write(result);
  expect(onDisk(journal.path)).toBe(1);
  journal.write(result);
  await vi.waitFor(() => expect(onDisk(journal.path)).toBe(2));
  journal.close();
});

test('a process that exits has written its lines', () => {
  const url = (name: string) => JSON.stringify(new URL(name, import.meta.url));
  const script = `import { createJournal } from ${url('./journal.ts')};
    const journal = createJournal(${JSON.stringify(folder)});
    for (let i = 0; i < 3; i++) journal.write(${JSON.stringify(result)});
    process.exit(0);`;
  execFileSync(process.execPath, ['--input-type=module', '-e', script]);
  expect(onDisk(join(folder, JOURNAL_FILE))).toBe(3);
});

test('a full disk fails the write, at the latest the next one', async () => {
  const writer = new FrameWriter(openSync('/dev/full', 'w'));
  expect(() => writer.add(result)).toThrow('the disk is full');
  writer.add(result);
  await vi.waitFor(() => expect(() => writer.add(result)).toThrow(JournalFailed));
  expect(() => writer.close()).toThrow(JournalFailed);
});

test('no frame with many lines is so large that reading each costs much', async () => {
  const journal = createJournal(folder);
  journal.close();
  writeFileSync(journal.path, zstdCompressSync(`${JSON.stringify(result)}\n`.repeat(1000)));
  await expect(readJournal(folder).next()).rejects.toThrow(
    'line 1 of the record is in a frame with too many lines',
  );
});

test('a frame that is larger than its content is refused: each line that refers to it would cost that much', async () => {
  const journal = createJournal(folder);
  journal.close();
  const line = Buffer.from(`${JSON.stringify(result)}\n`);
  const frame = plainFrame(line);
  // Blocks without content before the last one.
  const padded = [frame.subarray(0, 6), Buffer.alloc(3 * 1_000), frame.subarray(6)];
  writeFileSync(journal.path, Buffer.concat(padded));
  await expect(readJournal(folder).next()).rejects.toThrow(
    'line 1 of the record is in a frame larger than its content',
  );
  writeFileSync(journal.path, frame);
  await expect(readJournal(folder).next()).resolves.toMatchObject({ value: { type: 'check' } });
});
