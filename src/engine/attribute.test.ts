import { expect, test } from 'vitest';
import type { Check, FactName, Finding } from '../vocabulary/check.ts';
import type { CheckLine } from '../vocabulary/record.ts';
import type { Verdict } from '../vocabulary/verdict.ts';
import { attributedCheck, attributedFinding, attributedToSuspects, type Facts } from './attribute.ts';

const line = (id: string, verdict: Verdict, blockedBy?: string) =>
  ({ id, verdict, ...(blockedBy && { blockedBy }) }) as CheckLine;
const facts = (...all: [FactName, Verdict | undefined][]): Facts =>
  new Map(all.map(([id, verdict]) => [id, verdict && line(id, verdict)]));
const resting = { id: 'usage/totals-requests', restsOn: ['path/stats', 'path/summary'] } as unknown as Check;
const finding = { expected: 'this', actual: 'that', place: 'body', exchanges: ['e1'] } as const;

test.each([
  ['pass', 'warn', undefined],
  ['pass', undefined, undefined],
  ['fail', 'pass', { verdict: 'inconclusive', blockedBy: 'path/stats' }],
  ['inconclusive', 'fail', { verdict: 'inconclusive', blockedBy: 'path/stats' }],
  ['pass', 'error', { verdict: 'inconclusive', blockedBy: 'path/summary' }],
  ['not-applicable', 'pass', { verdict: 'not-applicable', blockedBy: 'path/stats' }],
] as const)('a check that rests on facts whose owners ended %s and %s', (stats, summary, expected) => {
  const known = facts(['path/stats', stats], ['path/summary', summary]);
  const result = attributedCheck(resting, known);
  if (expected) expect(result).toMatchObject(expected);
  else expect(result).toBeUndefined();
});

test('a finding accuses only where the facts that it rests on are not broken', () => {
  const rested: Finding = { ...finding, restsOn: ['usage/stats-range', 'usage/summary-range'] };
  const blame = (stats: Verdict, summary: Verdict) =>
    attributedFinding(rested, facts(['usage/stats-range', stats], ['usage/summary-range', summary]));
  expect(blame('pass', 'not-applicable')).toBe(rested);
  expect(blame('pass', 'fail')).toMatchObject({ as: 'inconclusive', blockedBy: 'usage/summary-range' });
  expect(blame('fail', 'fail')).toMatchObject({ as: 'inconclusive', blockedBy: 'usage/stats-range' });
  expect(attributedFinding(finding, facts())).toBe(finding);
});

test('a fact that the check does not name is no fact of its', () => {
  expect(() => attributedFinding({ ...finding, restsOn: ['path/stats'] }, facts())).toThrow(
    'does not name it',
  );
});

test('an undecided check is attributed to the first suspect that is broken, where nothing is blamed yet', () => {
  const lines = new Map(
    [
      line('usage/stats-is-array', 'pass'),
      line('usage/summary-schema', 'fail'),
      line('usage/a', 'inconclusive'),
      line('usage/b', 'inconclusive', 'path/stats'),
      line('usage/c', 'pass'),
    ].map((one) => [one.id, one]),
  );
  const suspects = ['usage/stats-is-array', 'usage/summary-schema'] as const;
  const all = new Map([...lines.keys()].map((id) => [id, suspects]));
  expect(attributedToSuspects(lines, all)).toEqual([line('usage/a', 'inconclusive', 'usage/summary-schema')]);
});
