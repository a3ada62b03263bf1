import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BadBodyFile } from '../http/body-file.ts';
import { createRedactor } from '../http/redact.ts';
import { createTarget } from '../http/transport.ts';
import { unpackedFile } from '../testing/altered/packed-record.ts';
import { exchange } from '../testing/exchange.ts';
import { rawServer } from '../testing/raw-target.ts';
import { testSettings } from '../testing/settings.ts';
import { leapingClock } from '../vocabulary/clock.ts';
import type { ExchangeLine, RecordLine } from '../vocabulary/record.ts';
import { createGate } from './gate.ts';
import { createJournal } from './journal.ts';
import { exchangeLine } from './lines.ts';
import { createPseudonyms } from './pseudonyms.ts';
import { BadRecord, readJournal, toExchange } from './read.ts';

const KEY = 'sk-main-0123456789';
const redactor = createRedactor([KEY]);
const gate = createGate({ baseUrl: 'http://127.0.0.1' }, redactor, createPseudonyms(Buffer.from('salt')));
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
    // Long rows: a block with many keys would be hidden as a whole.
    const row = `${KEY},jane@example.com,0b5f5ab2-91d3-4c30-9e2e-1f4f0c0c7a11,${'x'.repeat(2_000)}\n`;
    const rows = 1_400;
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
    expect([...new Set(text.split('\n'))]).toEqual([expect.stringMatching(/^\*{18},\w+@/), '']);
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

  test('when completions have taken their share of memory, the next ones lie in files', async () => {
    const server = await rawServer((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${'x'.repeat(500_000)}`),
    );
    const target = createTarget({
      settings: testSettings(server.baseUrl),
      keys: { main: KEY },
      clock: leapingClock(),
      onExchange() {},
      spillFolder: folder,
    });
    const whole: (boolean | undefined)[] = [];
    for (let turn = 0; turn < 12; turn++) {
      const spec = { method: 'POST', path: '/chat/completions', label: 'a completion', body: '{}' };
      const { response } = await target.send(spec, { owner: 'test', turn });
      whole.push(response?.body.whole);
    }
    await target.close();
    await server.close();
    expect(whole).toEqual(Array.from({ length: 12 }, (_, turn) => turn < 9));
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
