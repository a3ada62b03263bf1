import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'junit2json';
import { describe, expect, it } from 'vitest';
import { readJournal } from '../record/read.ts';
import { MANY_FAULTS } from '../testing/many-faults.ts';
import { type ReferenceRun, recordReferenceRun } from '../testing/reference-run.ts';
import { VERDICTS, type Verdict } from '../vocabulary/verdict.ts';
import { writeReports } from './exports/write.ts';
import type { Report, ReportCheck } from './model.ts';
import { statedVerdict, verdictSentences } from './statement.ts';
import { renderTerminal } from './terminal.ts';
import { FOREIGN } from './verdict-map.ts';

type Run = Omit<ReferenceRun, 'folder'>;
const RUNS: [string, () => Run][] = [
  ['a service that keeps the contract', () => ({})],
  ['one fault', () => ({ deviations: ['stream/done-missing'] })],
  ['eight faults', () => ({ deviations: MANY_FAULTS.filter((_, i) => i % 3 === 0).slice(0, 8) })],
  ['a run whose budget ends', () => ({ args: ['--profile', 'smoke', '--max-requests', '90'] })],
  [
    'an interrupted run with warnings',
    () => ({ deviations: ['completion/object-other'], signal: AbortSignal.timeout(2500) }),
  ],
];

/** Everything that one run leaves behind, as the text that people and programs read. */
async function artefacts(run: Run) {
  const folder = await mkdtemp(join(tmpdir(), 'chatspec-agreement-'));
  try {
    await recordReferenceRun({ args: ['--profile', 'smoke'], ...run, folder: join(folder, 'run') });
    const { privateKey } = generateKeyPairSync('ed25519');
    await writeReports(join(folder, 'run'), { sealing: { signKey: privateKey, claims: {} } });
    const read = (name: string) => readFile(join(folder, 'run', name), 'utf8');
    const report = JSON.parse(await read('report.json')) as Report;
    const statuses = new Map<string, number | undefined>();
    for await (const line of readJournal(join(folder, 'run')))
      if (line.type === 'exchange') statuses.set(line.id, line.response?.status);
    return {
      report,
      statuses,
      page: await read('index.html'),
      junit: await read('junit.xml'),
      ctrf: JSON.parse(await read('ctrf.json')),
      sarif: JSON.parse(await read('results.sarif')),
      summary: await read('summary.md'),
      attestation: JSON.parse(await read('attestation.dsse.json')) as { payload: string },
      terminal: renderTerminal(report, { colours: false, amount: 'verbose' }),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Ids by verdict, sorted; a verdict that no check has is an empty list. */
function byVerdict(pairs: Iterable<readonly [id: string, verdict: string]>): Record<Verdict, string[]> {
  const all = [...pairs];
  const of = (verdict: Verdict) => all.filter(([, v]) => v === verdict).map(([id]) => id);
  return Object.fromEntries(VERDICTS.map((v) => [v, of(v).sort()])) as Record<Verdict, string[]>;
}

const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, a, b]) => [a!, b!] as const);

describe.each(RUNS)('%s: every report says the same', async (_, runOf) => {
  const { report, statuses, page, junit, ctrf, sarif, summary, attestation, terminal } = await artefacts(
    runOf(),
  );
  const ids = byVerdict(report.checks.map((c) => [c.id, c.verdict]));
  const wanted = (...verdicts: Verdict[]) => verdicts.flatMap((v) => ids[v]).sort();
  const times = Object.fromEntries(report.checks.map((c): [string, number] => [c.id, c.durationMs]));

  it('report.json counts what it lists', () => {
    for (const v of VERDICTS) expect([v, report.counts[v]]).toEqual([v, ids[v].length]);
    expect(report.footer.checks).toBe(report.checks.length);
  });

  it('what is observed of error bodies was seen in error answers', () => {
    const seen = report.observed
      .filter(({ key }) => key.startsWith('error-body'))
      .flatMap((o) => o.exchanges);
    for (const id of seen) expect(statuses.get(id)).toBeGreaterThanOrEqual(400);
  });

  it('index.html: a card and a tile for each check, the counts of each verdict, no comfort that is not true', () => {
    const cards = matches(page, /<details class="check" id="([^"]+)" data-verdict="([^"]+)"/g);
    expect(byVerdict(cards)).toEqual(ids);
    expect(
      byVerdict(
        matches(page, /class="tile [^"]*" href="#([^"]+)" data-name="[^:]+: ([^"]+)"/g).map(([id, word]) => [
          id,
          VERDICTS.find((v) => FOREIGN[v].word === word)!,
        ]),
      ),
      // What was not part of the run has a card and no tile.
    ).toEqual({ ...ids, skipped: [] });
    expect(page).toContain(`<p class="counts">${verdictSentences(report)}</p>`);
    for (const v of VERDICTS)
      expect(page).toContain(`${FOREIGN[v].word}</span> <span class="many">${report.counts[v]}</span>`);
    const silent = page.includes('No check warned or is inconclusive');
    expect(silent).toBe(report.counts.warn + report.counts.inconclusive === 0);
    expect(page.includes('Nothing failed')).toBe(report.counts.fail + report.counts.error === 0);
  });

  it('JUnit: passed is passed, everything else names its verdict, times are those of the report', async () => {
    const read = await parse(junit);
    if (!read || !('testsuite' in read)) throw new Error('it holds no suites');
    const cases = (read.testsuite ?? []).flatMap((s) => s.testcase ?? []);
    const verdict = (c: (typeof cases)[number]): string =>
      c.failure?.[0]?.type ?? c.error?.[0]?.type ?? c.skipped?.[0]?.message?.split(':')[0] ?? 'pass';
    expect(byVerdict(cases.map((c) => [c.name!, verdict(c)]))).toEqual(ids);
    expect(cases.filter((c) => verdict(c) === 'pass')).toHaveLength(report.counts.pass);
    expect(read).toMatchObject({
      tests: cases.length,
      failures: report.counts.fail,
      errors: report.counts.error,
    });
    expect(Object.fromEntries(cases.map((c) => [c.name, Math.round(c.time! * 1000)]))).toEqual(times);
  });

  it('CTRF: the same ids, passes and times', () => {
    const { tests, summary: counted } = ctrf.results;
    type Test = { name: string; rawStatus: string; status: string; duration: number };
    expect(byVerdict(tests.map((t: Test) => [t.name, t.rawStatus]))).toEqual(ids);
    expect(
      tests
        .filter((t: Test) => t.status === 'passed')
        .map((t: Test) => t.name)
        .sort(),
    ).toEqual(ids.pass);
    expect([counted.passed, counted.failed]).toEqual([report.counts.pass, report.counts.fail]);
    expect(Object.fromEntries(tests.map((t: Test) => [t.name, t.duration]))).toEqual(times);
  });

  it('SARIF: failures are errors, warnings are warnings, observations are notes', () => {
    const [{ results, invocations }] = sarif.runs;
    type Result = { ruleId: string; kind: string; level: string };
    const of = (test: (r: Result) => boolean) =>
      [...new Set(results.filter(test).map((r: Result) => r.ruleId))].sort();
    expect(of((r) => r.level === 'error')).toEqual(ids.fail);
    const withWarning = report.checks.filter(
      (c) => c.verdict === 'warn' || c.findings.some((f) => f.severity === 'warn'),
    );
    expect(of((r) => r.level === 'warning')).toEqual(withWarning.map((c) => c.id).sort());
    expect(of((r) => r.level === 'note')).toEqual(ids.observed);
    expect(of((r) => r.level === 'none').filter((id) => !ids.fail.includes(id as string))).toEqual(
      ids.inconclusive,
    );
    const broken = invocations[0].toolExecutionNotifications.map(
      (n: { descriptor: { id: string } }) => n.descriptor.id,
    );
    expect(broken).toEqual(ids.error);
  });

  it('the attestation lists what passed, warned and failed, and nothing else', () => {
    const { predicate } = JSON.parse(Buffer.from(attestation.payload, 'base64').toString());
    expect(predicate.passedTests.sort()).toEqual(ids.pass);
    expect(predicate.warnedTests.sort()).toEqual(ids.warn);
    expect(predicate.failedTests.sort()).toEqual(ids.fail);
    // A selection is never called conformant.
    expect(predicate.result === 'FAILED').toBe(statedVerdict(report) !== 'conformant');
  });

  it('summary.md and the terminal: the counts, and each check that failed, warned or is inconclusive', () => {
    const red = report.checks.filter((c) => wanted('fail', 'warn', 'error').includes(c.id));
    const own = ({ verdict, blockedBy }: ReportCheck) =>
      verdict === 'inconclusive' && blockedBy === undefined;
    expect(summary.split('\n').slice(0, 3)).toEqual([
      `# ${report.statement}`,
      '',
      expect.stringContaining(report.summary),
    ]);
    expect(terminal).toContain(`\n${verdictSentences(report)}\n`);
    for (const { id } of red.slice(0, 8)) expect(summary).toContain(id);
    for (const { id } of [...red, ...report.checks.filter(own)].slice(0, 4)) expect(terminal).toContain(id);
    for (const id of ids['not-applicable'])
      expect([terminal, summary].map((t) => t.includes(id))).toEqual([true, true]);
  });

  it('the verdict counts checks as the report does, and the terminal shows the latency of the report', () => {
    const { counts } = report;
    const sentences = verdictSentences(report);
    const of = (word: string) => Number(new RegExp(`(\\d+) (?:is |are )?${word}`).exec(sentences)?.[1] ?? 0);
    if (/checks failed/.test(sentences)) {
      expect(Number(/: (\d+|none) of/.exec(sentences)![1]!.replace('none', '0'))).toBe(counts.fail);
      const told = [of('inconclusive'), of('warned'), of('passed'), of('observed'), of('not applicable')];
      expect(told).toEqual([
        counts.inconclusive,
        counts.warn,
        counts.pass,
        counts.observed,
        counts['not-applicable'],
      ]);
    } else expect(sentences.toLowerCase()).toBe(`${report.statement}.`.toLowerCase());
    for (const { endpoint, measure, max } of report.timings ?? [])
      expect(terminal).toMatch(
        new RegExp(`${endpoint}, ${measure}: .* maximum ${(max / 1000).toFixed(2)} s `),
      );
    for (const ms of Object.values(times)) expect(ms).toBeLessThanOrEqual(report.durationMs + 1);
  });
});
