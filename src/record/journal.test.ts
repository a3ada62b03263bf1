import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { leapingClock } from '../clock.ts';
import type { CheckLine, ExchangeLine, RecordLine } from '../record.ts';
import { createRedactor } from '../target/redact.ts';
import { createTarget } from '../target/transport.ts';
import { exchange } from '../testing/exchange.ts';
import { rawServer } from '../testing/raw-server.ts';
import { testSettings } from '../testing/settings.ts';
import { BadBodyFile } from './body-file.ts';
import { createJournal, hasRun, JournalFailed } from './journal.ts';
import { createPseudonyms } from './pseudonyms.ts';
import { BadRecord, readJournal, toExchange } from './read.ts';

const KEY = 'sk-main-0123456789';
const redactor = createRedactor([KEY]);
const pseudonyms = createPseudonyms(Buffer.from('salt'));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chatspec-journal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const begin = (where = folder) => createJournal({ folder: where, redactor, pseudonyms });

async function lines(onCut?: (line: number) => void): Promise<RecordLine[]> {
  const all: RecordLine[] = [];
  for await (const line of readJournal(folder, onCut ? { onCut } : {})) all.push(line);
  return all;
}

const result: CheckLine = {
  type: 'check',
  id: 'usage/fits-schema',
  verdict: 'fail',
  message: `jane@example.com with ${KEY}`,
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

describe('nothing secret and nobody is written', () => {
  test('the key, in what was sent and in what came; sessions; people in usage data', async () => {
    const journal = begin();
    journal.exchange(
      exchange({
        url: `http://service.test/api/v1/usage/stats?key=${KEY}`,
        requestHeaders: [['Authorization', `Bearer ${KEY}`]],
        request: { user: KEY },
        body: [{ email: 'jane@example.com', note: KEY }],
        headers: { 'set-cookie': 'session=abcdef; Path=/', 'x-key': Buffer.from(KEY).toString('base64') },
      }),
    );
    journal.write(result);
    journal.close();
    const text = readFileSync(journal.path, 'utf8');
    for (const secret of [KEY, 'jane', 'abcdef', Buffer.from(KEY).toString('base64').slice(0, 10)]) {
      expect(text).not.toContain(secret);
    }
    expect(text).toContain('session=******; Path=/');
    const [first, second] = await lines();
    const email = JSON.parse(
      Buffer.from(toExchange(first as ExchangeLine, folder).response!.body.bytes).toString(),
    )[0].email;
    expect((second as CheckLine).message).toBe(`${email} with ${'*'.repeat(KEY.length)}`);
  });

  test('an id in a query and in a header is the same pseudonym as in a body', async () => {
    const id = '0b5f5ab2-91d3-4c30-9e2e-1f4f0c0c7a11';
    const journal = begin();
    const url = `http://service.test/api/v1/usage/stats?org_id=${id}`;
    journal.exchange(exchange({ url, body: [{ org_id: id }], headers: { link: `<?org_id=${id}&page=2>` } }));
    journal.close();
    const { request, response } = toExchange((await lines())[0] as ExchangeLine, folder);
    const written = new URL(request.url).searchParams.get('org_id');
    expect(written).not.toBe(id);
    expect(Buffer.from(response!.body.bytes).toString()).toBe(`[{"org_id":"${written}"}]`);
    expect(response!.headers).toContainEqual(['link', `<?org_id=${written}&page=2>`]);
  });

  test('people stay in what is no usage data', async () => {
    const journal = begin();
    journal.exchange(exchange({ body: 'write to jane@example.com' }));
    journal.close();
    expect(readFileSync(journal.path, 'utf8')).toContain('jane@example.com');
  });

  test('a large body lies in a file of its own, clean and whole', async () => {
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
      spillFilters: () => [redactor.filter(), pseudonyms.filter()],
    });
    let seen = 0;
    let first = '';
    const sent = await target.send(
      {
        method: 'GET',
        path: '/api/v1/usage/export',
        label: 'all rows',
        onBody: (piece) => {
          if (seen === 0) first = Buffer.from(piece).toString().slice(0, KEY.length);
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
    expect([seen, first]).toEqual([row.length * rows, KEY]);
    const stored = toExchange((await lines())[0] as ExchangeLine, folder);
    const pieces: Uint8Array[] = [];
    for await (const piece of stored.response!.body.pieces()) pieces.push(piece);
    const text = Buffer.concat(pieces).toString();
    expect(stored.response!.body).toMatchObject({ size: seen, whole: false, file: 'bodies/e1.gz' });
    expect(text).toHaveLength(seen);
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
