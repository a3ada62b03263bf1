import { expect, it } from 'vitest';
import { endLine, exchangeLine, facts, finding, result, runLine } from '../testing/journal.ts';
import type { RecordLine } from '../vocabulary/record.ts';
import { buildReport } from './build.ts';
import { wantsColours } from './palette.ts';
import { renderTerminal } from './terminal.ts';
import { visible } from './text.ts';

const HOSTILE = 'evil \u001b]0;title\u0007\u202e\nline';
const LINES: RecordLine[] = [
  runLine([facts('stream/framing'), facts('request/n', { clauses: ['2.1'] }), facts('usage/limit')]),
  exchangeLine('e1'),
  result('stream/framing', 'pass'),
  result('request/n', 'fail', { findings: [finding({ actual: HOSTILE })], message: HOSTILE }),
  result('usage/limit', 'not-applicable', { evidence: [] }),
  endLine(1, 3),
];
async function* lines() {
  yield* LINES;
}

it('each finding has id, expected, actual and exchange, and in full its clause and commands', async () => {
  const report = await buildReport(lines, {});
  const text = renderTerminal(report, { colours: false, folder: 'reports/x' });
  expect(text).toMatch(/^✗ request\/n {2}status 422 → evil \\u\{1b\}\]0;title.*, e1$/m);
  expect(text).toMatch(
    /^Not conformant: 1 of 3 checks failed\. 1 passed, 1 not applicable \(usage\/limit\)\.$/m,
  );
  expect(text).toMatch(/^Report: reports\/x\/index\.html\nNext: .*--only request\/n --seed 7 --verbose\n$/m);
  const full = renderTerminal(report, { colours: false, folder: 'reports/x', amount: 'verbose' });
  for (const part of ['request/n  clause 2.1', 'expected  status 422', 'again     ', 'curl      curl -sS'])
    expect(full).toContain(part);
  expect(full).toMatch(/^not applicable {2}usage\/limit$/m);
  expect(full.endsWith(text)).toBe(true);
  expect([text, full].map(visible)).toEqual([text, full]);
});

it.each([
  [{ 429: 12, 503: 3 }, 'occurred 15 times: --rps 4 starts'],
  [{ 503: 5 }, 'occurred 5 times: --rps 4 starts'],
  [{ 429: 2, 503: 2, 502: 40 }, undefined],
])('where the service asked for a slower pace, %j, the end says how', async (transient, words) => {
  const report = await buildReport(lines, {});
  const text = renderTerminal(
    { ...report, durationMs: 100_000, cost: { ...report.cost, requests: 450, transient } },
    { colours: false },
  );
  if (words === undefined) expect(text).not.toContain('--rps');
  else expect(text).toContain(words);
});

const PROOF = {
  date: '2026-01-14',
  checksDigest: 'c'.repeat(64),
  faults: { known: 10, caught: 9 },
  variants: { known: 7, leftAlone: 7 },
};

it('a proof is quoted with its date and digest, and as being about the suite', async () => {
  const report = await buildReport(lines, { proof: PROOF });
  expect(renderTerminal(report, { colours: false })).not.toContain('about chatspec');
  expect(renderTerminal(report, { colours: false, amount: 'verbose' })).toMatch(
    /^proof +about chatspec, not about this service: on 2026-01-14, .*\(cccccccccccc\) found 9 of 10 faults, .* 7 of 7 /m,
  );
});

it.each([
  ['other checks', { ...PROOF, checksDigest: 'd'.repeat(64) }],
  ['no date', { ...PROOF, date: undefined }],
])('a proof of %s is not quoted', async (_, proof) => {
  const report = await buildReport(lines, { proof: proof as typeof PROOF });
  expect(renderTerminal(report, { colours: false, amount: 'verbose' })).not.toContain('caught');
  if (proof.date !== undefined) expect(report.proof).toBeUndefined();
});

it.each([
  [{ isTTY: true }, {}, true],
  [{ isTTY: true }, { NO_COLOR: '1' }, false],
  [{ isTTY: true }, { TERM: 'dumb' }, false],
  [{}, {}, false],
  [{}, { FORCE_COLOR: '1' }, true],
  [{ isTTY: true }, { FORCE_COLOR: '0' }, false],
  [{}, { FORCE_COLOR: '3', NO_COLOR: '1' }, true],
])('colours on %j with %j: %s', (stream, env, wanted) => expect(wantsColours(stream, env)).toBe(wanted));

/** A run with so many failures, of three sections. */
async function broken(failures: number) {
  const ids = Array.from({ length: failures }, (_, i) => `request/b${i}` as const);
  async function* many() {
    yield runLine([
      ...ids.map((id) => facts(id, { clauses: ['2.1'], harm: 'leniency' })),
      facts('stream/framing'),
      facts('usage/limit'),
    ]);
    yield exchangeLine('e1', { owner: 'stream/framing', timing: { endMs: 2500 } });
    for (const id of ids) yield result(id, 'fail', { findings: [finding()] });
    yield result('stream/framing', 'pass');
    yield result('usage/limit', 'not-applicable', { evidence: [] });
    yield endLine(1, ids.length + 2);
  }
  return buildReport(many, {});
}

/** Lines on a screen of 80 columns: longer ones are wrapped by the terminal. */
const rows = (text: string) =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 80)), 0);

it.each([0, 1, 2, 3, 8, 30])(
  'the end fits into 24 lines of 80 columns with %i failures',
  async (failures) => {
    const report = await broken(failures);
    const text = renderTerminal(report, { colours: false, columns: 80, folder: 'reports/x' });
    expect(rows(text)).toBeLessThanOrEqual(24);
    const shown = text.match(/^✗ request\/b\d+ {2}/gm)?.length ?? 0;
    const more = Number(/^(\d+) more checks? \(\d+ failed\): see the report$/m.exec(text)?.[1] ?? 0);
    expect(shown + more).toBe(failures);
    if (failures > 0) expect(shown).toBeGreaterThan(Math.min(failures, 8) - 1);
    const order = ['✗ request/b0', ' of ', ', seed ', 'Report: ', 'Next: '].map((part) => text.indexOf(part));
    if (failures > 0) expect(order).toEqual(order.toSorted((a, b) => a - b));
  },
);

it('sections, latency and the proof are told in full runs alone', async () => {
  const report = await broken(2);
  const text = renderTerminal(report, { colours: false });
  for (const part of [/Streams/, /latency/, /p50/]) expect(text).not.toMatch(part);
  const full = renderTerminal(report, { colours: false, amount: 'verbose' });
  expect(full).toMatch(/^6 {5}Streams +✓ 1 +– 1$/m);
  expect(full).toMatch(/^latency +\w+, whole answer: p50 2\.50 s, .* \(1 response\)$/m);
});

it('a check that several causes blame is one check', async () => {
  const report = await broken(3);
  const text = renderTerminal({ ...report, counts: { ...report.counts, fail: 7 } }, { colours: false });
  expect(text).toContain('Not conformant: 7 of 5 checks failed (3 causes). 1 passed');
});

it('failures that were all accepted are no new failure', async () => {
  const report = await broken(2);
  const accepted = { reason: 'known', owner: 'me', until: '2999-12-31' };
  const checks = report.checks.map((check) => ({
    ...check,
    findings: check.findings.map((finding) => ({ ...finding, accepted })),
  }));
  const all = renderTerminal({ ...report, checks }, { colours: false });
  expect(all).toContain('No new failure: 2 of 4 checks failed, all of them accepted. ');
  const one = renderTerminal(
    { ...report, checks: [...checks.slice(0, 1), ...report.checks.slice(1)] },
    { colours: false },
  );
  expect(one).toContain('Not conformant: 2 of 4 checks failed, 1 of them accepted. ');
});

it('checks that a limit left undecided name the option that raises it', async () => {
  const report = await broken(0);
  const limited = (message: string) => ({ ...report.checks[0]!, verdict: 'inconclusive' as const, message });
  const checks = [
    limited('left out: the run pays for at most 180 completions (--max-billed): 170 so far, 20 for this'),
    limited('--max-requests 90 is used up'),
    limited('--max-requests 90 is used up'),
    limited('the run may take 60 s (--max-duration)'),
    limited(
      'the answers reported 9 tokens: after 8 nothing more is bought (--profile exhaustive allows more)',
    ),
  ];
  const settings = { ...report.settings, budget: { requests: 90 }, profile: 'standard' as const };
  const text = renderTerminal({ ...report, checks, settings }, { colours: false });
  expect(text.match(/^\d+ checks? .* because .*$/gm)).toEqual([
    '1 check is inconclusive because of --max-billed 180: raise --max-billed.',
    '2 checks are inconclusive because of --max-requests 90: raise --max-requests.',
    '1 check is inconclusive because of --max-duration: raise --max-duration.',
    '1 check is inconclusive because the answers reported too many tokens: --profile exhaustive allows more.',
  ]);
});

it('after the embedded service the next three commands lead to a service of the reader', async () => {
  const text = renderTerminal(await broken(0), { colours: false, embedded: true });
  expect(
    text.match(/(?<=^(?:Next:| {5}) .*)(?:doctor --base-url URL|plan|-- --base-url URL) ?.*/gm),
  ).toHaveLength(3);
});

it('quietly it is the verdict, the worst and the folder', async () => {
  const text = renderTerminal(await broken(5), { colours: false, amount: 'quiet', folder: 'reports/x' });
  expect(text.split('\n')).toEqual([
    'Not conformant: 5 of 7 checks failed. 1 passed, 1 not applicable (usage/limit).',
    '✗ The service keeps request/b0 (request/b0)',
    '✗ The service keeps request/b1 (request/b1)',
    '✗ The service keeps request/b2 (request/b2)',
    'Report: reports/x/index.html',
    '',
  ]);
});

it.each(['usual', 'verbose'] as const)('in 60 columns (%s) only lines to copy are longer', async (amount) => {
  const text = renderTerminal(await broken(5), { colours: false, columns: 60, folder: 'reports/x', amount });
  const long = text.split('\n').filter((line) => line.length > 60);
  expect(long.filter((line) => !/^ {4}(?:again|curl) |^Next:/.test(line))).toEqual([]);
});
