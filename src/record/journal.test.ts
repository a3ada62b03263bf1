import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BadBodyFile } from '../http/body-file.ts';
import { createRedactor } from '../http/redact.ts';
import { createTarget } from '../http/transport.ts';
import { exchange } from '../testing/exchange.ts';
import { rawServer } from '../testing/raw-server.ts';
import { testSettings } from '../testing/settings.ts';
import { leapingClock } from '../vocabulary/clock.ts';
import type { CheckLine, ExchangeLine, RecordLine } from '../vocabulary/record.ts';
import { createGate } from './gate.ts';
import { createJournal, hasRun, JournalFailed } from './journal.ts';
import { createPseudonyms } from './pseudonyms.ts';
import { BadRecord, readJournal, toExchange } from './read.ts';

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
    expect(stored.response!.body).toMatchObject({ size: seen, whole: false, file: 'bodies/e1.gz' });
    expect(text).toBe(handed);
    expect(new Set(text.split('\n')).size).toBe(2);
    const onDisk =
      readFileSync(journal.path, 'utf8') + gunzipSync(readFileSync(join(folder, 'bodies/e1.gz')));
    for (const secret of [KEY, 'jane', '0b5f5ab2']) expect(onDisk).not.toContain(secret);

    const drain = async () => {
      for await (const _ of stored.response!.body.pieces());
    };
    writeFileSync(join(folder, 'bodies/e1.gz'), gzipSync(Buffer.alloc(seen + 1)));
    await expect(drain()).rejects.toThrow(BadBodyFile);
    writeFileSync(join(folder, 'bodies/e1.gz'), 'no gzip');
    await expect(drain()).rejects.toThrow(BadBodyFile);
    rmSync(join(folder, 'bodies/e1.gz'));
    await expect(drain()).rejects.toThrow(BadBodyFile);
  });
});

describe('a record that is not whole', () => {
  test.each(['{"type":"end","end', '{"type":"end"}', '\u0000\u0000'])(
    'a last line cut to %j',
    async (rest) => {
      const journal = begin();
      journal.write(result);
      journal.close();
      appendFileSync(journal.path, rest);
      const cut: number[] = [];
      expect(await lines((line) => cut.push(line))).toHaveLength(1);
      expect(cut).toEqual([2]);
    },
  );

  test('a broken line in the middle is no cut', async () => {
    const journal = begin();
    appendFileSync(journal.path, '{"type":\n');
    journal.write(result);
    journal.close();
    await expect(lines()).rejects.toThrow(BadRecord);
    await expect(lines()).rejects.toThrow('line 1');
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
