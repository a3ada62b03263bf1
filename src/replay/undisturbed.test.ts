import { expect, test } from 'vitest';
import type { CheckLine } from '../vocabulary/record.ts';
import type { Verdict } from '../vocabulary/verdict.ts';
import { corrections, type Moments } from './moments.ts';
import type { StoredPart } from './parts.ts';
import { undisturbed } from './undisturbed.ts';

const moments = (firstAt: number, lastAt: number, more: Partial<Moments> = {}): Moments => ({
  exchanges: 1,
  highest: 1,
  firstAt,
  lastAt,
  ahead: [0],
  ...more,
});

function part(index: number, selected: string[], when: Moments): StoredPart {
  const shard = { index, of: 2 };
  return { shard, selected: new Set(selected), moments: when } as unknown as StoredPart;
}

function line(id: string, verdict: Verdict, breach?: 'unlocked'): CheckLine {
  const finding = {
    expected: 'a',
    actual: 'b',
    place: 'status',
    exchanges: ['e1'] as [string],
    ...(breach && { breach }),
  };
  const findings = verdict === 'fail' ? [finding] : [];
  return {
    type: 'check',
    id,
    verdict,
    message: verdict,
    findings,
    observations: [],
    evidence: ['e1'],
    startedAt: 0,
    durationMs: 0,
  };
}

const lines = [
  line('usage/stats-is-array', 'fail'),
  line('accounting/completions', 'pass'),
  line('auth/completion-no-key', 'fail', 'unlocked'),
  line('auth/completion-unknown-key', 'fail'),
  line('stream/ends-with-done', 'fail'),
];
const last = lines.slice(1).map(({ id }) => id);
const verdicts = (first: Moments, second: Moments) =>
  undisturbed(lines, [part(1, ['usage/stats-is-array'], first), part(2, last, second)]).map((l) => l.verdict);

test('shards that followed each other are taken as they are', () => {
  expect(verdicts(moments(0, 10_000), moments(10_000, 90_000, { keysTriedAt: 50_000 }))).toEqual([
    'fail',
    'pass',
    'fail',
    'fail',
    'fail',
  ]);
});

test('what was measured beside another shard is undecided, but a door that stood open did so', () => {
  expect(verdicts(moments(0, 20_000), moments(10_000, 90_000, { keysTriedAt: 50_000 }))).toEqual([
    'fail',
    'inconclusive',
    'fail',
    'inconclusive',
    'fail',
  ]);
});

test('what another shard was told while wrong keys were tried accuses nobody', () => {
  expect(verdicts(moments(0, 60_000), moments(10_000, 90_000, { keysTriedAt: 50_000 }))[0]).toBe(
    'inconclusive',
  );
});

test("clocks that differ are brought together by the service's own", () => {
  const first = moments(0, 20_000, { ahead: [0, 400, -300] });
  const behind = moments(10_000 - 60_000, 30_000, { ahead: [60_000, 59_800, 60_300], keysTriedAt: 20_000 });
  expect(corrections([first, behind])).toEqual([0, 60_000]);
  expect(corrections([first, moments(0, 1, { ahead: [1_200] })])).toEqual([0, 0]);
  expect(corrections([first, moments(0, 1, { ahead: [] })])).toEqual([0, 0]);
  expect(verdicts(first, behind)[1]).toBe('inconclusive');
  expect(verdicts(first, moments(-30_000, 30_000, { ahead: [60_000] }))[1]).toBe('pass');
});
