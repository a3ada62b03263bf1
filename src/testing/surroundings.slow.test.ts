import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import type { ReferenceService } from '../../reference/src/service/service.ts';
import { CHECKS } from '../../suites/index.ts';
import { judgeFolder } from '../replay/judge-folder.ts';
import { writeReports } from '../report/exports/write.ts';
import type { Settings } from '../vocabulary/settings.ts';
import { recordReferenceRun } from './reference-run.ts';

/** What a user may have around a service that keeps the contract. */
interface Surroundings {
  /** The path of the base URL. */
  prefix?: string;
  apiPath?: string;
  /** The name of the model, in requests and responses. */
  model?: string;
  /** The run is not told the model, and takes one from the usage data. */
  isModelUntold?: boolean;
  /** Tool calls have ids like addresses. */
  hasOddCallIds?: boolean;
  /** Another name of a provider, in responses. */
  provider?: string;
  headers?: Settings['extraHeaders'];
  key?: string;
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Headers without those of a connection. */
const passedOn = (headers: readonly [string, string][]): Record<string, string> =>
  Object.fromEntries(
    headers.filter(([name]) => !/^(?:host|connection|content-length|transfer-encoding)$/.test(name)),
  );

/** A gateway in front of the service. */
async function gateway(
  service: ReferenceService,
  around: Surroundings,
): Promise<{ settings: Partial<Settings>; key?: string }> {
  const { prefix = '', apiPath = '/api/v1', model, provider, headers = [], key } = around;
  const { plain } = service.models;
  const { main } = service.keys;
  const renamed = (text: string, from: string, to: string) => text.replaceAll(`"${from}"`, `"${to}"`);
  const inside = (url: string) => {
    const path = url.slice(prefix.length).replace(apiPath, '/api/v1');
    const own = model ? path.replaceAll(encodeURIComponent(model), plain) : path;
    return provider ? own.replaceAll(encodeURIComponent(provider), 'Nimbus') : own;
  };
  const outside = (text: string) => {
    const own = model ? renamed(text, plain, model).replaceAll(`,${plain},`, `,${model},`) : text;
    const called = around.hasOddCallIds ? own.replace(/"call_(\w+)"/g, '"call_$1@tools.test"') : own;
    return provider ? called.replaceAll('Nimbus', provider) : called;
  };
  const server = createServer(async (asked, answer) => {
    const body = (await buffer(asked)).toString('latin1');
    const given = passedOn(Object.entries(asked.headers) as [string, string][]);
    const got = await fetch(service.baseUrl + inside(asked.url!), {
      method: asked.method!,
      headers: {
        ...given,
        ...(key && given.authorization === `Bearer ${key}` && { authorization: `Bearer ${main}` }),
      },
      ...(body !== '' && { body: Buffer.from(model ? renamed(body, model, plain) : body, 'latin1') }),
    });
    const bytes = Buffer.from(outside(Buffer.from(await got.arrayBuffer()).toString('latin1')), 'latin1');
    answer.writeHead(got.status, { ...passedOn([...got.headers]), 'content-length': bytes.length });
    answer.end(bytes);
  });
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const settings = {
    baseUrl: `http://127.0.0.1:${port}${prefix}`,
    ...(around.apiPath && { apiPath }),
    ...(model && { model }),
    extraHeaders: headers,
  };
  if (around.isModelUntold) Object.assign(settings, { model: undefined });
  return { settings, ...(key && { key }) };
}

const ID = '3f2a8c1e-7b4d-4e6f-9a0b-1c2d3e4f5a6b';
const MODELS = [
  ID,
  `ft-${ID}`,
  `urn:uuid:${ID}`,
  'team@models.acme.test',
  'ft:small-2024-07-18:acme:9h3k2j4h5k',
];
const CASES: Surroundings[] = [
  { prefix: '/usage' },
  { prefix: '/api/v1/gateway' },
  { prefix: '/chat/completions' },
  { prefix: `/v1/${ID}/gw` },
  { prefix: '/team@acme-labs.test' },
  { apiPath: '/usage/v1' },
  { apiPath: '/v1' },
  ...MODELS.map((model) => ({ model })),
  { model: 'small-2024-07-18', prefix: '/openai/deployments/small-2024-07-18' },
  { provider: 'cloud-alpha-2024', prefix: '/cloud-alpha-2024' },
  ...MODELS.map((model) => ({ model, isModelUntold: true })),
  ...[ID, 'sales@nimbus.test', `${ID}/eu`].map((provider) => ({ provider })),
  { hasOddCallIds: true },
  { key: ID },
  { key: 'sk-3f2a8c1e7b4d4e6f9a0b1c2d3e4f5a6b' },
  { key: '1234567890123456' },
  { key: 'a1B2c3D4' },
  { key: 'completion' },
  { key: '1' },
  { headers: [['X-Team', 'zephyr-small']] },
  { headers: [['Cookie', 'lang=en; s=zephyr-small']] },
  { headers: [['X-Api-Key', 'api']] },
];

test.each(CASES.map((around) => ({ around, title: JSON.stringify(around) })))(
  'a conforming service is found to be one, and its record is judged alike: $title',
  async ({ around }) => {
    const folder = await mkdtemp(join(tmpdir(), 'chatspec-around-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, 'run');
    await recordReferenceRun({ folder: path, front: (service) => gateway(service, around) });
    const report = await writeReports(path);
    const found = report.checks.filter(({ verdict }) => /fail|warn|error|inconclusive/.test(verdict));
    expect(found.map(({ id, verdict, message }) => `${id} ${verdict}: ${message}`)).toEqual([]);
    const judgement = await judgeFolder(path, report, CHECKS);
    expect([judgement.differences, judgement.lost, judgement.altered]).toEqual([[], [], []]);
  },
  60_000,
);
