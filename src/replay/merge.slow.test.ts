import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { change, faithful } from '../../reference/src/behaviour.ts';
import { findDeviation } from '../../reference/src/deviations/index.ts';
import type { Report } from '../report/model.ts';
import { packedRecord, unpackedRecord } from '../testing/altered/packed-record.ts';
import { startCommand } from '../testing/command.ts';
import { type TestService, testService } from '../testing/test-service.ts';
import type { ExchangeLine, RecordLine } from '../vocabulary/record.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatspec-shards-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const reportIn = (out: string) =>
  JSON.parse(readFileSync(join(folder, out, 'report.json'), 'utf8')) as Report;
const verdicts = (report: Report) =>
  Object.fromEntries(report.checks.map(({ id, verdict }) => [id, verdict]));
/** What is wrong, without what differs from run to run. */
const findings = (report: Report) =>
  report.checks.flatMap((check) =>
    check.findings.map(({ severity, fingerprint }) => [check.id, severity, fingerprint]),
  );

const behaving = (faults: readonly string[]) =>
  change(
    faithful(),
    faults.map((id) => findDeviation(id)!.change),
  );

/** The command in a process of its own, against this service. */
function command(service: TestService, args: readonly string[]) {
  const { keys, models, baseUrl } = service;
  const env = {
    CHATSPEC_BASE_URL: baseUrl,
    CHATSPEC_API_KEY: keys.main,
    CHATSPEC_NOBALANCE_KEY: keys.emptyWallet,
    CHATSPEC_OTHER_ORG_KEY: keys.otherOrganization,
    CHATSPEC_MODEL: models.plain,
    CHATSPEC_REASONING_MODEL: models.reasoning,
    CHATSPEC_SETTLE: '1',
    CHATSPEC_SEED: '7',
  };
  return startCommand(args, { cwd: folder, env }).ended;
}

/** Three shards, the last after the others, merged into one folder. */
async function inShards(service: TestService, name: string) {
  const outs = [1, 2, 3].map((index) => `${name}-${index}`);
  const shard = (index: number) => command(service, ['--shard', `${index}/3`, '--out', outs[index - 1]!]);
  const shards = [...(await Promise.all([shard(1), shard(2)])), await shard(3)];
  const merged = await command(service, ['merge', ...outs, '--out', `${name}-merged`]);
  return { shards, merged, outs };
}

describe.each([
  [[], 0],
  [['stream/done-missing', 'usage/summary-total-tokens-missing'], 1],
])('against a service with %j', (faults, code) => {
  const name = code === 0 ? 'good' : 'bad';

  test('three shards give the verdicts of one run', async () => {
    const alone = await testService({ behaviour: behaving(faults) });
    const one = await command(alone, ['--out', `${name}-one`]);
    expect([one.exit, one.stderr]).toEqual([code, expect.anything()]);

    const service = await testService({ behaviour: behaving(faults) });
    const { shards, merged, outs } = await inShards(service, name);
    expect(merged.stderr).toBe('');
    expect(merged.exit).toBe(code);
    const whole = reportIn(`${name}-one`);
    const joined = reportIn(`${name}-merged`);
    expect(verdicts(joined)).toEqual(verdicts(whole));
    expect(findings(joined)).toEqual(findings(whole));
    expect(joined.statement).toBe(whole.statement);
    expect(joined.shards?.map(({ index, of }) => `${index}/${of}`)).toEqual(['1/3', '2/3', '3/3']);
    expect(merged.stdout).toContain('merged from shards 1/3');
    const billed = outs.map((out) => reportIn(out).cost.billed);
    expect(joined.cost.billed).toBe(billed.reduce((sum, n) => sum + n, 0));
    expect(joined.cost.billed).toBeLessThanOrEqual(whole.cost.billed + 8);
    for (const { stdout } of shards) expect(stdout).not.toMatch(/^Conformant/m);
  });

  test('the merged folder is judged like any other', async () => {
    const service = await testService();
    for (const what of ['verify', 'judge']) {
      const { exit, stdout } = await command(service, [what, `${name}-merged`]);
      expect([exit, stdout]).toEqual([0, expect.stringContaining('✓')]);
    }
  });
});

test('what was measured while another shard asked is undecided, and nobody is accused', async () => {
  const service = await testService();
  const shard = (index: number) => command(service, ['--shard', `${index}/3`, '--out', `beside-${index}`]);
  await shard(1);
  await shard(3);
  await shard(2);
  const merged = await command(service, [
    'merge',
    'beside-1',
    'beside-2',
    'beside-3',
    '--out',
    'beside-merged',
  ]);
  expect(merged.exit).toBe(3);
  const { checks } = reportIn('beside-merged');
  const undecided = checks.filter(({ verdict }) => verdict === 'inconclusive');
  expect(new Set(undecided.map(({ area }) => area))).toEqual(
    new Set(['accounting', 'auth', 'billing', 'isolation']),
  );
  expect(undecided[0]!.message).toContain('start shard 3/3 after all others');
  expect(checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
});

test('small files that unpack to gigabytes are not unpacked', async () => {
  const service = await testService();
  const [bomb, journal] = [join(folder, 'bomb'), 'journal.jsonl.zst'];
  mkdirSync(join(bomb, 'bodies'), { recursive: true });
  const lines = unpackedRecord(readFileSync(join(folder, 'good-1', journal)))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordLine);
  const one = lines.find((line) => line.type === 'exchange' && line.response !== undefined) as ExchangeLine;
  const size = 64 * 1024 * 1024;
  // Together less than a record may have.
  const SHARING = 7;
  const bombs = Array.from({ length: 8 * SHARING }, (_, i): ExchangeLine => {
    const file = `bodies/e${90_000 + Math.floor(i / SHARING)}.zst`;
    const response = { ...one.response!, body: { text: '' }, size, file };
    return { ...one, id: `e${90_000 + i}`, turn: 90_000 + i, owner: 'x/y', response };
  });
  for (let i = 0; i < 8; i++)
    writeFileSync(join(bomb, `bodies/e${90_000 + i}.zst`), zstdCompressSync(Buffer.alloc(size, i)));
  const merge = () => command(service, ['merge', 'bomb', 'good-2', 'good-3', '--out', 'bomb-merged']);
  writeFileSync(join(bomb, journal), packedRecord(lines));
  const refused = await merge();
  expect([refused.exit, refused.stderr]).toEqual([2, expect.stringContaining('its manifest is missing')]);
  writeFileSync(join(bomb, journal), packedRecord([...lines.slice(0, -1), ...bombs]));
  const merged = await merge();
  expect([merged.exit, merged.stderr]).toEqual([3, '']);
  expect(merged.stdout).toMatch(/shards 1\/3 \([^)]+, killed, not sealed\), 2\/3 \([^)]+ requests\), 3/);
  expect(reportIn('bomb-merged').shards?.map(({ unsealed }) => unsealed)).toEqual([
    true,
    undefined,
    undefined,
  ]);
  expect(merged.busySeconds).toBeLessThan(20);
  const bodies = join(folder, 'bomb-merged', 'bodies');
  expect(readdirSync(bodies).filter((name) => statSync(join(bodies, name)).size < 10_000)).toHaveLength(8);
});

test('a shard without one of its checks is refused, also with a manifest of its own', async () => {
  const service = await testService();
  const less = join(folder, 'less');
  cpSync(join(folder, 'good-2'), less, { recursive: true });
  for (const name of readdirSync(less)) if (/\.json$|^index/.test(name)) rmSync(join(less, name));
  const record = join(less, 'journal.jsonl.zst');
  const lines = unpackedRecord(readFileSync(record))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordLine);
  for (const line of lines) if (line.type === 'run') line.selection.selected.splice(3, 1);
  writeFileSync(record, packedRecord(lines));
  expect((await command(service, ['render', 'less'])).exit).toBeLessThan(2);
  const { exit, stderr } = await command(service, ['merge', 'good-1', 'less', 'good-3', '--out', 'no']);
  expect([exit, stderr]).toEqual([2, expect.stringContaining('omits checks that its options select')]);
});

test('what is not all of one run is refused', async () => {
  const service = await testService();
  const refused = async (...args: string[]) => {
    const { exit, stderr } = await command(service, args);
    expect(exit).toBe(2);
    return stderr;
  };
  expect(await refused('merge', 'good-1', 'good-3', '--out', 'no')).toContain('shard 2/3 is missing');
  expect(await refused('merge', 'good-1', 'good-1', 'good-2', '--out', 'no')).toContain('given twice');
  expect(await refused('merge', 'good-1', 'good-2', 'bad-3', '--out', 'no')).toContain('different service');
  expect(await refused('merge', 'good-one', '--out', 'no')).toContain('is not a shard');
  for (const inside of ['good-2', 'good-2/all'])
    expect(await refused('merge', 'good-1', 'good-2', 'good-3', '--out', inside)).toContain('its seal');
  expect(await refused('--shard', '1/3', '--exclusive', '--out', 'no')).toContain('--exclusive');
  expect(await refused('--shard', '4/3', '--out', 'no')).toContain('for example 1/3');
  expect(await refused('--shard', '1/9', '--out', 'no')).toContain('at most 5 shards');
  expect(await refused('--shard', '2/3', '--only', 'stream/*', '--out', 'no')).toContain('fewer shards');
  expect(existsSync(join(folder, 'no'))).toBe(false);
});
