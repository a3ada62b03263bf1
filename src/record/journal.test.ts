import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BadBodyFile, MOST_SHARING } from '../http/body-file.ts';
import { createRedactor } from '../http/redact.ts';
import { Spills } from '../http/spill.ts';
import { createTarget } from '../http/transport.ts';
import { exchange } from '../testing/exchange.ts';
import { packedRecord, unpackedBySystem, unpackedFile } from '../testing/packed-record.ts';
import { rawServer } from '../testing/raw-server.ts';
import { testSettings } from '../testing/settings.ts';
import { leapingClock } from '../vocabulary/clock.ts';
import type { CheckLine, ExchangeLine, RecordLine } from '../vocabulary/record.ts';
import { createGate } from './gate.ts';
import { createJournal, hasRun, JournalFailed } from './journal.ts';
import { exchangeLine } from './lines.ts';
import { createPseudonyms } from './pseudonyms.ts';
import { BadRecord, openJournal, type PlacedLine, readJournal, toExchange } from './read.ts';

const KEY = 'sk-main-0123456789';
const redactor = createRedactor([KEY]);
const gate = createGate(redactor, createPseudonyms(Buffer.from('salt')));
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
      await spill.end();
      names.push(spill.name);
    }
    expect(new Set(names)).toEqual(
      new Set(['bodies/e1.zst', 'bodies/e2.zst', `bodies/e${MOST_SHARING + 2}.zst`]),
    );
    expect(readdirSync(join(folder, 'bodies'))).toHaveLength(3);
  });
});

test('a record of version 0.1.0 is read: plain lines, bodies packed with gzip', async () => {
  const body = Buffer.alloc(2_000_000, 'x');
  const line = exchangeLine(exchange({ body: 'x' }));
  const response = { ...line.response!, size: body.length, file: `bodies/${line.id}.gz` };
  writeFileSync(join(folder, 'journal.jsonl'), `${JSON.stringify({ ...line, response })}\n{"type":"e`);
  mkdirSync(join(folder, 'bodies'));
  writeFileSync(join(folder, response.file), gzipSync(body));
  const cut: number[] = [];
  const [read] = await lines((number) => cut.push(number));
  expect(cut).toEqual([2]);
  const pieces: Uint8Array[] = [];
  for await (const piece of toExchange(read as ExchangeLine, folder).response!.body.pieces())
    pieces.push(piece);
  expect(Buffer.concat(pieces).equals(body)).toBe(true);
});

describe('a large body', () => {
  test('lies in a file of its own, clean and whole, and is handed over as it is written', async () => {
    const row = `${KEY},jane@example.com,0b5f5ab2-91d3-4c30-9e2e-1f4f0c0c7a11\n`;
    const rows = 40_000;
    const server = await rawServer((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\n\r\n${row.repeat(rows)}`),
    );
    const journal = begin();
    const target = createTarget({
      settings: testSettings(server.baseUrl, {
        timeouts: { connectMs: 1e3, headersMs: 5e3, silenceMs: 5e3, totalMs: 2e4 },
      }),
      keys: { main: KEY },
      clock: leapingClock(),
      onExchange: (e) => journal.exchange(e),
      spillFolder: folder,
      gate,
    });
    let seen = 0;
    let handed = '';
    const sent = await target.send(
      {
        method: 'GET',
        path: '/api/v1/usage/export',
        label: 'all rows',
        onBody: (piece) => {
          handed += Buffer.from(piece).toString();
          seen += piece.length;
        },
      },
      { owner: 'test', turn: 0 },
    );
    journal.close();
    await target.close();
    await server.close();
    expect(sent.failure).toBeUndefined();
    expect(sent.response?.leaks).toEqual(['plain']);
    expect(seen).toBe(row.length * rows);
    const stored = toExchange((await lines())[0] as ExchangeLine, folder);
    const pieces: Uint8Array[] = [];
    for await (const piece of stored.response!.body.pieces()) pieces.push(piece);
    const text = Buffer.concat(pieces).toString();
    expect(stored.response!.body).toMatchObject({ size: seen, whole: false, file: 'bodies/e1.zst' });
    expect(text).toBe(handed);
    expect(new Set(text.split('\n')).size).toBe(2);
    const onDisk = `${unpackedFile(journal.path)}${unpackedFile(join(folder, 'bodies/e1.zst'))}`;
    for (const secret of [KEY, 'jane', '0b5f5ab2']) expect(onDisk).not.toContain(secret);

    const drain = async () => {
      for await (const _ of stored.response!.body.pieces());
    };
    writeFileSync(join(folder, 'bodies/e1.zst'), zstdCompressSync(Buffer.alloc(seen + 1)));
    await expect(drain()).rejects.toThrow(BadBodyFile);
    writeFileSync(join(folder, 'bodies/e1.zst'), 'no gzip');
    await expect(drain()).rejects.toThrow(BadBodyFile);
    rmSync(join(folder, 'bodies/e1.zst'));
    await expect(drain()).rejects.toThrow(BadBodyFile);
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
    appendFileSync(journal.path, frame.subarray(0, 30));
    const text = unpackedBySystem(journal.path);
    journal.close();
    if (text === undefined) return context.skip('there is no zstd here');
    expect(text.split('\n').slice(0, -1)).toHaveLength(20);
    expect(text).toBe(unpackedFile(journal.path).toString());
  });

  test('a body that points out of the folder is refused', () => {
    const line = {
      type: 'exchange',
      request: { body: { text: '' } },
      response: { body: { text: '' }, file: '../../etc/passwd' },
    };
    expect(() => toExchange(line as unknown as ExchangeLine, folder)).toThrow(BadRecord);
  });
});

describe('what stands in the way is said before anything is paid for', () => {
  test('a folder that holds a run', () => {
    begin().close();
    expect(hasRun(folder)).toBe(true);
    expect(() => begin()).toThrow(JournalFailed);
    expect(() => begin()).toThrow('already holds a run');
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
