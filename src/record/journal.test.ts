import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MOST_SHARING } from '../http/body-file.ts';
import { Spills } from '../http/spill.ts';
import { packedRecord, unpackedBySystem, unpackedFile } from '../testing/altered/packed-record.ts';
import { exchange } from '../testing/exchange.ts';
import type { CheckLine, ExchangeLine, RecordLine } from '../vocabulary/record.ts';
import { createJournal, hasRun, JournalFailed } from './journal.ts';
import { BadRecord, openJournal, type PlacedLine, readJournal, toExchange } from './read.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chatspec-journal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const begin = (where = folder) => createJournal(where);

async function lines(onCut?: (line: number) => void): Promise<RecordLine[]> {
  const all: RecordLine[] = [];
  for await (const line of readJournal(folder, onCut ? { onCut } : {})) all.push(line);
  return all;
}

const result: CheckLine = {
  type: 'check',
  id: 'usage/fits-schema',
  verdict: 'fail',
  message: 'held in 1 exchange',
  findings: [],
  observations: [],
  evidence: ['e1'],
  startedAt: 1,
  durationMs: 2,
};

describe('what is written comes back', () => {
  test.each([
    ['text', 'naïve \u{1f600}'],
    ['no UTF-8', Buffer.from([0xff, 0xfe, 0x00])],
    ['terminal escapes and line ends', 'a\u001b[2J\r\n\u2028b'],
    ['nothing', ''],
  ])('a body of %s', async (_, body) => {
    const journal = begin();
    const before = exchange({ body, headers: { 'X-Odd': 'é' }, billable: { tokens: 5, choices: 2 } });
    journal.exchange(before);
    journal.close();
    const [line] = await lines();
    const after = toExchange(line as ExchangeLine, folder);
    expect(Buffer.from(after.response!.body.bytes)).toEqual(Buffer.from(before.response!.body.bytes));
    expect({ ...after, response: 0, request: 0 }).toEqual({ ...before, response: 0, request: 0 });
    expect(after.response!.headers).toEqual(before.response!.headers);
  });

  test.each([
    ['an export of a hundred megabytes', 100_000_000, undefined],
    ['a body beyond all that a run reads', 5 * 1024 ** 3, BadRecord],
  ])('%s', async (_, size, refused) => {
    const journal = begin();
    const sent = exchange({ body: 'a,b' });
    Object.assign(sent.response!.body, { size, whole: false, file: 'bodies/e1.zst' });
    journal.exchange(sent);
    journal.close();
    if (refused) await expect(lines()).rejects.toThrow(refused);
    else expect((await lines())[0]).toMatchObject({ response: { size } });
  });

  test('a failure without a response', async () => {
    const journal = begin();
    const before = exchange({ status: null, failure: { kind: 'reset', message: 'gone' } });
    journal.exchange(before);
    journal.close();
    const after = toExchange((await lines())[0] as ExchangeLine, folder);
    expect(after.response).toBeUndefined();
    expect(after.failure).toEqual(before.failure);
  });
});

describe('what is equal is stored once', () => {
  const text = (length: number) => Array.from({ length }, (_, i) => (i * 7919).toString(36)).join();

  test('an equal body is the name of the exchange that had it first', async () => {
    const journal = begin();
    const body = text(5000);
    for (const id of ['e1', 'e2', 'e3']) journal.exchange({ ...exchange({ body }), id });
    journal.exchange({ ...exchange({ body: 'short' }), id: 'e4' });
    journal.close();
    expect(statSync(journal.path).size).toBeLessThan(2 * packedRecord([body]).length);
    expect(
      unpackedFile(journal.path)
        .toString()
        .match(/"body":{"same":"e1"}/g),
    ).toHaveLength(2);
    const bodies = (await lines()).map((line) => (line as ExchangeLine).response!.body);
    expect(bodies).toEqual([{ text: body }, { text: body }, { text: body }, { text: 'short' }]);
  });

  test('each line can be read again by itself', async () => {
    const journal = begin();
    const body = text(5000);
    for (const id of ['e1', 'e2']) journal.exchange({ ...exchange({ body }), id });
    journal.close();
    const stored = await openJournal(folder);
    const all: PlacedLine[] = [];
    for await (const placed of stored.lines()) all.push(placed);
    for (const { line, place } of all.toReversed()) expect(stored.exchangeAt(place)).toEqual(line);
    await stored.close();
  });

  test('however little a service says, what is written can be read', async () => {
    const journal = begin();
    // Unpacks to a thousand times its size: some of it is written plain, so that no reader takes it for a trap.
    const bodies = Array.from({ length: 120 }, (_, i) => `${i % 60}`.padEnd(1_000_000, ' '));
    for (const [i, body] of bodies.entries()) journal.exchange({ ...exchange({ body }), id: `e${i}` });
    journal.close();
    const sizes = (await lines()).map((line) => (line as ExchangeLine).response!.size);
    expect(sizes).toEqual(bodies.map(() => 1_000_000));
    expect(statSync(journal.path).size).toBeLessThan(2_000_000);
  });

  test('equal files are kept once, and again when too many share one', async () => {
    const spills = new Spills(folder);
    const names: string[] = [];
    for (let i = 1; i <= MOST_SHARING + 2; i++) {
      const spill = spills.open(`e${i}`);
      spill.write(Buffer.from(i === 2 ? 'another' : 'the same'));
      names.push((await spill.end()).file);
    }
    expect(new Set(names)).toEqual(
      new Set(['bodies/e1.zst', 'bodies/e2.zst', `bodies/e${MOST_SHARING + 2}.zst`]),
    );
    expect(readdirSync(join(folder, 'bodies'))).toHaveLength(3);
  });
});

describe('a record that is not whole', () => {
  const frame = packedRecord([result]);
  test.each([1, 4, 5, 9, 20, frame.length - 1])('a last line cut after %i bytes', async (bytes) => {
    const journal = begin();
    journal.write(result);
    journal.close();
    appendFileSync(journal.path, frame.subarray(0, bytes));
    const cut: number[] = [];
    expect(await lines((line) => cut.push(line))).toHaveLength(1);
    expect(cut).toEqual([2]);
  });

  test('a broken line in the middle is no cut', async () => {
    const journal = begin();
    appendFileSync(journal.path, packedRecord(['{"type":']));
    journal.write(result);
    journal.close();
    await expect(lines()).rejects.toThrow(BadRecord);
    await expect(lines()).rejects.toThrow('line 1');
  });

  test('zstd of the system gives every whole line of a cut one', async (context) => {
    const journal = begin();
    for (let i = 0; i < 20; i++) journal.exchange(exchange({ body: `${i}${'long '.repeat(i * 20)}` }));
    journal.close();
    appendFileSync(journal.path, frame.subarray(0, 30));
    const text = unpackedBySystem(journal.path);
    if (text === undefined) return context.skip('there is no zstd here');
    expect(text.split('\n').slice(0, -1)).toHaveLength(20);
    expect(text).toBe(unpackedFile(journal.path).toString());
  });
});

describe('what stands in the way is said before anything is paid for', () => {
  test('a folder that holds a run', () => {
    begin().close();
    expect(hasRun(folder)).toBe(true);
    expect(() => begin()).toThrow(JournalFailed);
    expect(() => begin()).toThrow('already has a run');
  });

  test('a path that is no folder', () => {
    const journal = begin();
    journal.close();
    expect(() => begin(join(journal.path, 'below'))).toThrow(JournalFailed);
  });

  test('writing after the end', () => {
    const journal = begin();
    journal.close();
    expect(() => journal.write(result)).toThrow(JournalFailed);
  });
});
