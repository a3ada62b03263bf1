import { describe, expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import type { Finding, Judge } from '../vocabulary/check.ts';
import type { Exchange } from '../vocabulary/exchange.ts';
import type { CheckLine } from '../vocabulary/record.ts';
import { untrueFindings } from './findings.ts';
import { falseCauses, spoiltPasses } from './passes.ts';
import { Wire } from './wire.ts';

const line = (parts: Partial<CheckLine>): CheckLine => ({
  type: 'check',
  id: 'request/accepts-n',
  verdict: 'fail',
  message: '',
  findings: [],
  observations: [],
  evidence: [],
  startedAt: 0,
  durationMs: 0,
  ...parts,
});
const finding = (actual: string, place: string, ...exchanges: [string, ...string[]]): Finding => ({
  expected: 'x',
  actual,
  place,
  exchanges,
});
const wire = (...statuses: (number | null)[]) =>
  new Wire(statuses.map((status, turn) => exchange({ id: `e${turn + 1}`, turn, status, body: { n: turn } })));

describe('findings that their exchanges do not show', () => {
  const seen = wire(200, 500);
  test.each([
    ['the status that came', finding('status 500', 'status', 'e2', 'e1'), 0],
    ['the status of another', finding('status 500', 'status', 'e1', 'e2'), 1],
    ['an exchange that is none', finding('status 500', 'status', 'e9'), 1],
    ['the member that came', finding('1', 'body /n', 'e2'), 0],
    ['a member of another', finding('0', 'body /n', 'e2'), 1],
  ])('%s', (_, found, count) => {
    expect(untrueFindings([line({ findings: [found] })], seen, [])).toHaveLength(count);
  });

  test.each([
    ['the exchanges that show it', ['e1', 'e2'], 0],
    ['one of the two that it takes', ['e1'], 1],
  ])('what is worked out is judged again with %s alone', (_, cited, count) => {
    const evidence: Exchange[] = [exchange({ id: 'e1' }), exchange({ id: 'e2' })];
    const judge: Judge<Exchange[]> = (shown) =>
      shown.every((e) => e.response) ? [finding('both differ', 'body', 'e1')] : [];
    const result = line({ findings: [finding('both differ', 'body', ...(cited as [string]))] });
    const judged = [{ check: result.id, evidence, judge: judge as Judge<unknown> }];
    expect(untrueFindings([result], seen, judged)).toHaveLength(count);
    expect(evidence.every((e) => e.response !== undefined)).toBe(true);
  });
});

describe('passes that rest on what the deviation spoilt', () => {
  const honest = wire(200, 422, 200);
  test.each([
    ['all as the honest one', wire(200, 422, 200), {}, 0],
    ['a refusal where it was taken', wire(422, 422, 200), {}, 1],
    ['a server error where it was taken', wire(200, 422, 500), {}, 1],
    ['another refusal where it was refused', wire(200, 500, 200), {}, 0],
    ['no answer', wire(null, 422, 200), {}, 1],
    ['a check that failed', wire(500, 422, 200), { verdict: 'fail' as const }, 0],
    ['a check of any answer', wire(500, 422, 200), { id: 'auth/key-never-returned' }, 0],
    ['a refused completion that was counted', wire(422, 422, 200), { id: 'accounting/completions' }, 0],
    ['a refusal of what is open', wire(422, 422, 200), { id: 'usage/stats-stands-odd-values' }, 0],
    ['a server error to what is open', wire(500, 422, 200), { id: 'usage/stats-stands-odd-values' }, 1],
    ['a refusal where the path was looked for', wire(403, 422, 200), { id: 'path/stats' }, 1],
    ['an answer that broke off there', wire(null, 422, 200), { id: 'path/stats' }, 0],
  ])('%s', (_, own, parts, count) => {
    const result = line({ verdict: 'pass', evidence: ['e1', 'e2', 'e3'], ...parts });
    expect(spoiltPasses([result], own, honest)).toHaveLength(count);
  });

  test('totals that were refused are no evidence of what was counted', () => {
    const totals = (status: number) => new Wire([exchange({ id: 'e1', turn: 0, method: 'GET', status })]);
    const result = line({ id: 'accounting/completions', verdict: 'pass', evidence: ['e1'] });
    expect(spoiltPasses([result], totals(500), totals(200))).toHaveLength(1);
  });
});

test.each([
  ['pass', 1],
  ['fail', 0],
  ['inconclusive', 0],
] as const)('a message that points to a check that ended %s', (verdict, count) => {
  const message = 'n alone is rejected, see request/accepts-n';
  const pointing = line({ id: 'request/n-at-minimum', verdict: 'inconclusive', message });
  expect(falseCauses([pointing, line({ id: 'request/accepts-n', verdict })])).toHaveLength(count);
});
