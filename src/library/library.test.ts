import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import {
  checks,
  createReference,
  type JudgeOptions,
  type JudgeProgress,
  judge,
  OptionError,
} from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatspec-library-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a caller gives who has every key and model. */
function known(reference: ReturnType<typeof createReference>) {
  return {
    apiKey: reference.keys.main,
    emptyWalletKey: reference.keys.emptyWallet,
    otherOrganizationKey: reference.keys.otherOrganization,
    model: reference.models.plain,
    reasoningModel: reference.models.reasoning,
    seed: 7,
    settle: 0.2,
  };
}

/** What a run takes little for; the whole contract is asked in the slow tests. */
const SMALL = { profile: 'smoke', skip: ['accounting/*'] } as const;

const failed = ({ report }: Awaited<ReturnType<typeof judge>>) =>
  report.checks.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);

test('a service that is a function is judged as one behind a port', async () => {
  const verdicts = async (over: 'fetch' | 'port') => {
    const reference = createReference();
    const target = over === 'fetch' ? { fetch: reference.fetch } : { baseUrl: await reference.listen() };
    try {
      const { report, exitCode, folder } = await judge({ ...known(reference), ...target, ...SMALL });
      expect(folder).toBeUndefined();
      return {
        exitCode,
        requests: report.cost.requests,
        checks: report.checks.map(({ id, verdict }) => `${verdict} ${id}`),
      };
    } finally {
      await reference.close();
    }
  };
  expect(await verdicts('fetch')).toEqual(await verdicts('port'));
});

test('faults are switched on by name, and found by name', async () => {
  const reference = createReference({ faults: ['stream/done-missing'] });
  const events: JudgeProgress[] = [];
  const outcome = await judge({
    ...known(reference),
    fetch: reference.fetch,
    only: ['stream/*'],
    out: join(folder, 'kept'),
    onProgress: (event) => events.push(event),
  });
  await reference.close();
  expect(outcome.exitCode).toBe(1);
  expect(failed(outcome)).toEqual(['stream/ends-with-done']);
  expect(readdirSync(outcome.folder!)).toContain('report.json');
  expect(events[0]).toMatchObject({ type: 'start', seed: 7 });
  expect(events.filter(({ type }) => type === 'result')).toHaveLength(events.length - 1);
});

test('a listener of node:http is judged without a port of its own', async () => {
  const reference = createReference({ faults: ['stream/done-missing'] });
  const outcome = await judge({
    ...known(reference),
    only: ['stream/ends-with-done'],
    listener: async (incoming, outgoing) => {
      const body = incoming.method === 'POST' ? { body: Readable.toWeb(incoming), duplex: 'half' } : {};
      const headers = incoming.headers as Record<string, string>;
      const answer = await reference.fetch(`http://app${incoming.url}`, {
        method: incoming.method!,
        headers,
        ...body,
      } as RequestInit);
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
      for await (const piece of answer.body!) outgoing.write(piece);
      outgoing.end();
    },
  });
  await reference.close();
  expect(failed(outcome)).toEqual(['stream/ends-with-done']);
});

test('a key that comes back is kept out of the report, as over HTTP', async () => {
  const key = 'sk-of-the-test-1234567890';
  const { report } = await judge({
    apiKey: key,
    model: 'm',
    seed: 1,
    only: ['stream/ends-with-done'],
    fetch: (request) =>
      new Response(`{"error":{"message":"no ${request.headers.get('authorization')}"}}`, { status: 500 }),
  });
  expect(JSON.stringify(report)).not.toContain(key);
});

test('a signal ends a run with a report of what was measured', async () => {
  const reference = createReference({ latencyMs: 20 });
  const stop = new AbortController();
  const onProgress = ({ type }: JudgeProgress) => {
    if (type === 'result') stop.abort();
  };
  const { report, exitCode } = await judge({
    ...known(reference),
    fetch: reference.fetch,
    signal: stop.signal,
    onProgress,
  });
  await reference.close();
  expect([exitCode, report.verdict, report.ended?.interrupted]).toEqual([3, 'inconclusive', 'SIGINT']);
});

/** A service of this process that is never asked. */
const LOCAL = { apiKey: 'k', fetch: () => new Response() };

test.each<[JudgeOptions, string]>([
  [{ apiKey: 'k' }, 'give one service'],
  [{ apiKey: 'k', baseUrl: 'http://127.0.0.1', fetch: () => new Response() }, 'give one service'],
  [{ apiKey: 'k', baseUrl: 'nowhere' }, 'base-url'],
  [{ apiKey: 'k', fetch: () => new Response(), only: ['nothing/*'] }, 'matches no check'],
  [{ ...LOCAL, require: ['nothing'] }, 'there is no such area'],
  [{ ...LOCAL, failOn: 'junk' as 'warn' }, '--fail-on must be one of'],
  [{ ...LOCAL, maxTokens: -1 }, '--max-tokens'],
  [{ ...LOCAL, maxToken: 5 } as JudgeOptions, 'unknown option "maxToken": did you mean maxTokens?'],
  [{ ...LOCAL, quiet: true } as JudgeOptions, 'unknown option "quiet"'],
])('%j is refused', async (options, message) => {
  const refused = judge(options);
  await expect(refused).rejects.toThrow(OptionError);
  await expect(refused).rejects.toThrow(message);
});

test('options of the command hold: a required area, and a limit of tokens', async () => {
  const reference = createReference();
  const limited = { only: ['completion/*'], require: ['billing'], maxTokens: 1 };
  const { report, exitCode } = await judge({ ...known(reference), ...limited, fetch: reference.fetch });
  await reference.close();
  expect([exitCode, report.strictness.require, report.cost.tokensAllowed < 50]).toEqual([
    3,
    ['billing'],
    true,
  ]);
});

test('a fault that does not exist is refused', () => {
  expect(() => createReference({ faults: ['stream/no-such'] })).toThrow(OptionError);
});

test('a stub streams and bills', async () => {
  const reference = createReference();
  const answer = await reference.fetch('http://anywhere/api/v1/chat/completions', {
    method: 'POST',
    headers: { authorization: `Bearer ${reference.keys.main}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: reference.models.plain,
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
    }),
  });
  expect(await answer.text()).toMatch(/data: \[DONE\]\s*$/);
  await reference.close();
});

test('every check is listed with its place in the contract', () => {
  expect(checks.length).toBeGreaterThan(300);
  expect(checks.find(({ id }) => id === 'stream/ends-with-done')).toMatchObject({
    level: 'must',
    clauses: ['6'],
    harm: 'clients',
  });
});
