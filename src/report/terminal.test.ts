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

it('a summary has verdict, counts, and each failure with clause, expected, actual and command', async () => {
  const text = renderTerminal(await buildReport(lines, {}), { colours: false, folder: 'reports/x' });
  expect(text).toContain('non-conformant  1 passed, 1 failed, 1 not applicable of 3');
  expect(text).toContain('not applicable: usage/limit');
  for (const part of [
    'request/n  clause 2.1',
    'expected  status 422',
    'actual    evil \\u{1b}]0;title',
    '--only request/n --seed 7',
    'reports/x/index.html',
  ]) {
    expect(text).toContain(part);
  }
  expect(visible(text)).toBe(text);
});

it.each([
  [{ 429: 12, 503: 3 }, 'came 15 times: --rps 4 asks'],
  [{ 503: 5 }, 'came 5 times: --rps 4 asks'],
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
  expect(renderTerminal(report, { colours: false })).toMatch(
    /^about chatspec, not about this service: tried on 2026-01-14 .*\(cccccccccccc\) caught 9 of 10, .* 7 of 7 /m,
  );
});

it.each([
  ['other checks', { ...PROOF, checksDigest: 'd'.repeat(64) }],
  ['no date', { ...PROOF, date: undefined }],
])('a proof of %s is not quoted', async (_, proof) => {
  const report = await buildReport(lines, { proof: proof as typeof PROOF });
  expect(renderTerminal(report, { colours: false })).not.toContain('caught');
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

it('the three worst come first, then the others, the sections and what was slow', async () => {
  const text = renderTerminal(await broken(20), { colours: false });
  const at = (part: string) => text.indexOf(part);
  expect(at('The worst')).toBeGreaterThan(0);
  const order = [
    'The worst',
    'request/b0  clause',
    'request/b2  clause',
    'Leniency:',
    'request/b3  clause',
    'more failed',
    '2.1   ',
    'slowest',
  ];
  expect(order.map(at)).toEqual(order.map(at).toSorted((a, b) => a - b));
  // The title of a check says what is kept by others.
  expect(text).toMatch(/^worst +broken: .*\(request\/b0\)$/m);
  expect(text).toMatch(/^6 {5}Streams +✓ 1 +– 1$/m);
  expect(text).toMatch(/^slowest +2.5 s {2}stream\/framing$/m);
  expect(text).not.toContain('request/b19  clause');
  expect(renderTerminal(await broken(20), { colours: false, amount: 'verbose' })).toContain(
    'request/b19  clause',
  );
});

it('quietly it is the verdict, the worst and the folder', async () => {
  const text = renderTerminal(await broken(5), { colours: false, amount: 'quiet', folder: 'reports/x' });
  expect(text.split('\n')).toEqual([
    'non-conformant  1 passed, 5 failed, 1 not applicable of 7',
    '✗ The service keeps request/b0 (request/b0)',
    '✗ The service keeps request/b1 (request/b1)',
    '✗ The service keeps request/b2 (request/b2)',
    'report: reports/x/index.html',
    '',
  ]);
});

it('in 60 columns texts are broken, and only what is copied is longer', async () => {
  const text = renderTerminal(await broken(5), { colours: false, columns: 60, folder: 'reports/x' });
  const long = text.split('\n').filter((line) => line.length > 60);
  expect(long.filter((line) => !/^ {4}again |^http:|^ {4}place|index\.html$/.test(line))).toEqual([]);
});
