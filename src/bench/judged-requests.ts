import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { validate } from '../contract/schemas.ts';
import { createRedactor } from '../http/redact.ts';
import { createTarget } from '../http/transport.ts';
import { createGate } from '../record/gate.ts';
import { createJournal } from '../record/journal.ts';
import { createPseudonyms } from '../record/pseudonyms.ts';
import { COMPLETIONS, completionSpec, plainRow } from '../requests/ask.ts';
import { wallClock } from '../vocabulary/clock.ts';
import { bodyText } from '../vocabulary/exchange.ts';
import { parseJson } from '../vocabulary/parse-json.ts';
import { DEFAULTS, type Settings } from '../vocabulary/settings.ts';
import { alternate, bounded, exponent, infoRow, median, ROUNDS, type Row, ratio, timed } from './measure.ts';
import { type Serving, serving } from './serving.ts';

const AT_ONCE = 8;

/** Does `count` jobs, with limited concurrency. */
async function many(count: number, job: () => Promise<void>): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await job();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Sends, records on disk and judges with ajv, as a run does. */
function judged(service: Serving, count: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'chatspec-bench-'));
  const redactor = createRedactor(Object.values(service.keys));
  const gate = createGate(service, redactor, createPseudonyms(Buffer.alloc(32)));
  const journal = createJournal(folder);
  // The cost of a run does not matter here.
  const budget = { billed: Number.POSITIVE_INFINITY, tokens: Number.POSITIVE_INFINITY };
  const settings: Settings = { ...DEFAULTS, baseUrl: service.baseUrl, seed: 1, concurrency: AT_ONCE, budget };
  const target = createTarget({
    settings,
    keys: service.keys,
    clock: wallClock,
    spillFolder: folder,
    gate,
    onExchange: journal.exchange,
  });
  const spec = completionSpec(plainRow(service.models.plain));
  let turn = 0;
  return timed(() =>
    many(count, async () => {
      const exchange = await target.send(spec, { owner: 'bench', turn: turn++ });
      const violations = validate('completion-response', parseJson(bodyText(exchange)));
      if (exchange.response?.status !== 200 || violations.length > 0)
        throw new Error('the answer is not as expected');
    }),
  ).finally(async () => {
    await target.close();
    journal.close();
    rmSync(folder, { recursive: true, force: true });
  });
}

/** The same requests with the client only. */
async function bare(service: Serving, count: number): Promise<number> {
  const dispatcher = new Agent({ connections: AT_ONCE });
  const body = JSON.stringify(plainRow(service.models.plain).body);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${service.keys.main}` };
  const ms = await timed(() =>
    many(count, async () => {
      const answer = await request(service.baseUrl + COMPLETIONS, {
        method: 'POST',
        headers,
        body,
        dispatcher,
      });
      await answer.body.text();
      if (answer.statusCode !== 200) throw new Error('the answer is not as expected');
    }),
  );
  await dispatcher.close();
  return ms;
}

/** Requests recorded and judged per second, compared with a bare undici loop over the same requests. */
export async function judgedRequestRows(): Promise<Row[]> {
  const service = await serving();
  try {
    const count = 1500;
    const times = await alternate(
      { ours: () => judged(service, count), bare: () => bare(service, count) },
      ROUNDS,
    );
    const speed = (ms: readonly number[]) => `${((count * 1000) / median(ms)).toFixed(0)}/s`;
    const points: [number, number][] = [];
    for (const size of [500, 1000, 2000]) points.push([size, await judged(service, size)]);
    return [
      bounded(
        'requests recorded and judged, beside a bare undici loop',
        `${speed(times.ours)} beside ${speed(times.bare)}`,
        ratio(times.bare, times.ours),
        { least: 0.6 },
      ),
      infoRow(
        'the same, 500, 1,000 and 2,000 requests',
        points.map(([, ms]) => `${ms.toFixed(0)} ms`).join(', '),
        `exponent ${exponent(points).toFixed(2)}`,
      ),
    ];
  } finally {
    await service.stop();
  }
}
