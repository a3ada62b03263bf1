import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReferenceService, startService } from '../../reference/src/service/service.ts';
import { main } from '../cli/main.ts';
import type { Report } from '../report/model.ts';
import { verdictSentences } from '../report/statement.ts';
import { PACKAGE_ROOT } from './suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatspec-selections-'));
let service: ReferenceService;

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

let runs = 0;

/** Runs the command inside this process. */
async function chatspec(args: readonly string[], keys: NodeJS.ProcessEnv = {}) {
  const out = join(folder, String(runs++));
  const written = { stdout: '', stderr: '' };
  const into = (name: keyof typeof written) => ({ write: (text: string) => (written[name] += text) });
  const env = { CHATSPEC_BASE_URL: service.baseUrl, CHATSPEC_API_KEY: service.keys.main, ...keys };
  const io = { stdout: into('stdout'), stderr: into('stderr'), cwd: PACKAGE_ROOT, env };
  const model = args.includes('--model') ? [] : ['--model', service.models.plain];
  const given = [...model, '--seed', '1', '--out', out, ...args];
  const code = await main(given, io as unknown as Parameters<typeof main>[1]);
  return { code, out, ...written };
}

const wallet = () => ({ CHATSPEC_NOBALANCE_KEY: service.keys.emptyWallet });
type Case = [args: string, keys: () => NodeJS.ProcessEnv, code: number, statement: string];

/** Counts of checks come and go: what is held here is their relation. */
const CASES: Case[] = [
  ['--only path/stats', () => ({}), 0, 'the one selected check held (1 of N)'],
  ['--only path', () => ({}), 0, 'the S selected checks held (S of N)'],
  ['--only stream/* --skip stream/ends-with-done', () => ({}), 0, 'the S selected checks held (S of N)'],
  ['--only 7.3 --profile smoke', () => ({}), 0, 'the S selected checks held (S of N)'],
  ['--only status/error-body', () => ({}), 0, 'the one selected check held (1 of N)'],
  ['--only billing', () => ({}), 3, 'inconclusive: none of the S selected checks was decided'],
  ['--only billing', wallet, 0, 'the S selected checks held (S of N)'],
  [
    '--only billing/empty-wallet-stream',
    () => ({}),
    3,
    'inconclusive: not even the one selected check was decided',
  ],
  ['--only path --only billing', () => ({}), 0, 'H of the S selected checks held, R not applicable (S of N)'],
  ['--only path --only billing --require billing', () => ({}), 3, 'inconclusive'],
  ['--only reasoning/*', () => ({}), 3, 'inconclusive: none of the S selected checks was decided'],
  ['--only billing', () => ({ CHATSPEC_NOBALANCE_KEY: service.keys.otherOrganization }), 1, 'non-conformant'],
];

describe('what a selection says at its end', () => {
  test.each(CASES)('%s', { timeout: 60_000 }, async (args, keys, code, wanted) => {
    const ran = await chatspec(args.split(' '), keys());
    const read = (name: string) => readFileSync(join(ran.out, name), 'utf8');
    const report = JSON.parse(read('report.json')) as Report;
    const selected = report.counts.total - report.counts.skipped;
    const statement = wanted
      .replaceAll(/\bN\b/g, String(report.counts.total))
      .replaceAll(/\bS\b/g, String(selected))
      .replace(/\bH\b/, String(report.counts.pass + report.counts.observed))
      .replace(/\bR\b/, String(report.counts['not-applicable']));
    expect(ran).toMatchObject({ code, stdout: expect.stringContaining(`\n${verdictSentences(report)}\n`) });
    expect(report.statement).toBe(statement);
    expect(read('summary.md').split('\n')[0]).toBe(`# ${statement}`);
    expect(read('junit.xml')).toContain(`<testsuites name="chatspec: ${statement}"`);
    expect(read('index.html')).toContain(`<h1>${statement}</h1>`);
    expect(JSON.parse(read('ctrf.json')).results.tool.extra).toEqual({ verdict: report.verdict, statement });
  });
});

describe('an option that is given and useless: exit 2 and one line', () => {
  test.each([
    ['--reasoning-model nosuch --only reasoning/*', /check --reasoning-model \(nosuch\)$/],
    ['--reasoning-model nosuch --only path', /check --reasoning-model \(nosuch\)$/],
    ['--model nosuch --only path', /check --base-url .* and --model \(nosuch\)$|check --model \(nosuch\)/],
  ])('%s', async (args, message) => {
    const { code, stderr } = await chatspec(args.split(' '));
    expect(code).toBe(2);
    const lines = stderr.trim().split('\n').slice(2);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(message);
  });
});
