import { expect, it } from 'vitest';
import { endLine, exchangeLine, facts, finding, result, runLine } from '../testing/journal.ts';
import type { RecordLine } from '../vocabulary/record.ts';
import { buildReport } from './build.ts';
import { wantsColours } from './palette.ts';
import { createProgress } from './progress.ts';
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
  expect(text).toContain('not applicable in: usage');
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
])('colours on %j with %j: %s', (stream, env, wanted) => expect(wantsColours(stream, env)).toBe(wanted));

function follow(stream: { isTTY?: boolean; columns?: number }): string {
  let written = '';
  const progress = createProgress({ ...stream, write: (t: string) => (written += t) }, 20, {});
  for (let i = 0; i < 20; i++) {
    progress.result(result(`stream/c${i}`, i === 3 ? 'fail' : 'pass', { message: i === 3 ? HOSTILE : '' }));
  }
  progress.end();
  progress.result(result('stream/late', 'fail'));
  return written;
}

it('in a pipe progress is plain lines, few of them, and every failure', () => {
  const text = follow({});
  expect(text.split('\n').filter((l) => /^\d+\/20 checks done$/.test(l))).toHaveLength(10);
  expect(text).toContain('✗ failed stream/c3: evil \\u{1b}]0;title\\u{7}\\u{202e}\\nline\n');
  expect(text).not.toContain('stream/late');
  expect(visible(text)).toBe(text);
});

it('in a terminal progress is one live line that fits and goes away', () => {
  const text = follow({ isTTY: true, columns: 30 });
  const states = text.split('\r\u001b[2K').slice(1);
  expect(states).toHaveLength(21);
  expect(states[0]!.length).toBeLessThan(30);
  expect(text.endsWith('\r\u001b[2K')).toBe(true);
});
