import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import type { RowPlace } from '../csv/rows.ts';
import type { Totals } from '../measures.ts';
import { RecordSum } from '../record-sum.ts';
import { snapshotOf } from '../walk/snapshot-builder.ts';
import type { UsageSnapshot } from '../walk/usage-snapshot.ts';
import {
  keyDecides,
  type Named,
  organizationsAreSeparate,
  oursIn,
  ownOnly,
  ownUndated,
  ownUndatedSums,
} from './isolation.ts';

const sums = (input: bigint, output: bigint, requests: bigint): Totals => ({
  input_tokens: input,
  output_tokens: output,
  total_tokens: input + output,
  total_requests: requests,
});
const OWN = sums(1000n, 500n, 70n);
const THEIRS = sums(90n, 30n, 8n);
const MIXED = { ...THEIRS, output_tokens: 530n };

const foreign = (shown: Partial<Totals>) => ({
  exchange: exchange(),
  endpoint: 'summary' as const,
  shown,
  allowed: [THEIRS, sums(80n, 25n, 7n)],
  own: OWN,
  pages: [],
});

test.each([
  ['its own sums', THEIRS, 'held'],
  ['its own, a day at the edge counted out', sums(80n, 25n, 7n), 'held'],
  ['its own, as far as columns are known', { total_requests: 8n }, 'held'],
  ['our sums', OWN, 'in which our records are counted'],
  ['all sums together', sums(1090n, 530n, 78n), 'in which our records are counted'],
  ['one measure with ours in it', MIXED, '530 output tokens, in which our records are counted'],
  ['one measure that is something else', { ...THEIRS, input_tokens: 91n }, 'not the sum of its records'],
  ['measures of two readings', { ...THEIRS, total_requests: 7n }, 'not the sum of its records'],
])('another organization is told %s', (_, shown, expected) => {
  const [found] = ownOnly(foreign(shown));
  if (expected === 'held') expect(found).toBeUndefined();
  else expect(found?.actual).toContain(expected);
});

test('our records show in sums that are ours, or ours and theirs, and not theirs as well', () => {
  expect(oursIn(foreign(OWN))).toHaveLength(4);
  expect(oursIn(foreign(MIXED))).toEqual(['output_tokens']);
  expect(oursIn(foreign(THEIRS))).toEqual([]);
  expect(oursIn(foreign({ total_requests: 12n }))).toEqual([]);
  const alike = { ...foreign({ ...THEIRS, input_tokens: 91n }), own: { ...OWN, output_tokens: 30n } };
  expect(oursIn(alike)).toEqual([]);
});

const named = (shown: Totals | undefined, plain: Partial<Totals> = OWN): Named => ({
  exchange: exchange(),
  endpoint: 'summary',
  shown,
  plain,
  others: [THEIRS, sums(80n, 25n, 7n)],
});

test.each([
  ['the same as without', OWN, undefined, 'held'],
  ['a refusal', undefined, undefined, 'held'],
  ['nothing at all', sums(0n, 0n, 0n), undefined, 'held'],
  ["the other organization's", THEIRS, undefined, 'fail'],
  ['both together', sums(1090n, 530n, 78n), undefined, 'fail'],
  ['one measure of the other', { ...OWN, total_requests: 8n }, undefined, 'fail'],
  ["the other organization's, a day at the edge counted out", sums(80n, 25n, 7n), undefined, 'fail'],
  ['one measure of that, by chance', { ...OWN, total_requests: 7n }, undefined, 'inconclusive'],
  ['something else', sums(1001n, 500n, 70n), undefined, 'inconclusive'],
  ['what no column told before', THEIRS, {}, 'held'],
] as const)('whoever is named, we are told %s', (_, shown, plain, expected) => {
  const [found] = keyDecides(named(shown, plain));
  expect(found ? (found.as ?? 'fail') : 'held').toBe(expected);
});

const DAYS = ['2026-01-01', '2026-01-02', '2026-01-03'];
/** Rows by day: so many for each day, of so many tokens each. */
const rows = (...parts: readonly (readonly [each: number, tokens: number])[]) => {
  const byDay = new Map(DAYS.map((day) => [day, new RecordSum()]));
  for (const sum of byDay.values())
    for (const [each, tokens] of parts)
      for (let i = 0; i < each; i++) sum.add(`${tokens}`, [tokens, 1, tokens + 1, 1]);
  return { byDay, sayings: new Set<string>(), organizations: new Map<string, RowPlace>() };
};
const said = (day: string, tokens = 9) => JSON.stringify([day, 'u', 'm', '1', '1', `${tokens}`, '1']);
const sayings = (...days: string[]) => new Set([...days.map((day) => said(day)), said('large', 5000)]);
const saying = (...days: string[]) => ({ ...rows([9, 5]), sayings: new Set(days.map((day) => said(day))) });
const organizations = (...ids: string[]) => new Map(ids.map((id, row) => [id, { row, at: 0, what: id }]));
const showing = (...ids: string[]) => ({ ...rows([3, 100]), organizations: organizations(...ids) });

test.each([
  ['our own rows', rows([3, 100]), 'held'],
  ['no rows', { ...rows(), byDay: new Map() }, 'held'],
  ['a row of the other organization', showing('a', 'b'), '"b"'],
  ['a row of an organization that neither key has on closed days', showing('c'), 'held'],
  [
    'three rows of theirs beside many others',
    saying('a', 'b', 'c', 'x'),
    '3 rows that the other organization',
  ],
  ['rows that both organizations have', saying('a', 'b', 'both'), 'held'],
  [
    'one row of theirs with much usage',
    { ...rows([9, 5]), sayings: new Set([said('large', 5000)]) },
    '1 row that the other organization',
  ],
  ['more rows of ours than with dates', rows([5, 100]), 'held'],
  ['both rows', rows([3, 100], [2, 7]), 'rows of 3 days are the sum of both organizations'],
])('an export without dates has %s', (_, plain, expected) => {
  const [found] = ownUndated({
    exchange: exchange(),
    asked: 'without dates',
    plain,
    own: { ...rows([3, 100]), sayings: new Set([said('both')]), organizations: organizations('a') },
    others: { ...rows([2, 7]), sayings: sayings('a', 'b', 'c', 'both'), organizations: organizations('b') },
  });
  if (expected === 'held') expect(found).toBeUndefined();
  else expect(found?.actual).toContain(expected);
});

const TOGETHER = sums(1090n, 530n, 78n);
const EVER = { exchanges: [exchange({ id: 'e3' })], own: OWN, theirs: THEIRS };

test.each([
  ['sums of its own', OWN, THEIRS, EVER, 'held'],
  ['what both have, as the other one is', TOGETHER, TOGETHER, undefined, '1090 input tokens for both keys'],
  ['what both have', TOGETHER, THEIRS, EVER, '1090 input tokens, the sum of both organizations'],
  ['what the other one has, each of the other', THEIRS, OWN, EVER, 'in the same days'],
  ['one measure of the other, by chance', { ...OWN, output_tokens: 30n }, THEIRS, EVER, 'held'],
  ['what both have in one measure, by chance', { ...OWN, output_tokens: 530n }, THEIRS, EVER, 'held'],
  ['nothing, as the other one is', sums(0n, 0n, 0n), sums(0n, 0n, 0n), EVER, 'held'],
  [
    'what is right beside one that has nothing',
    OWN,
    sums(0n, 0n, 0n),
    { ...EVER, theirs: sums(0n, 0n, 0n) },
    'held',
  ],
])('without dates a key is told %s', (_, shown, theirs, ever, expected) => {
  const [found] = ownUndatedSums({
    exchange: exchange(),
    asked: 'without dates',
    shown,
    others: { exchange: exchange({ id: 'e2' }), shown: theirs },
    twins: false,
    ever,
  });
  if (expected === 'held') expect(found).toBeUndefined();
  else expect(found?.actual).toContain(expected);
});

test('two copies of one data set are told the same, each of its own', () => {
  const others = { exchange: exchange({ id: 'e2' }), shown: TOGETHER };
  const asked = { exchange: exchange(), asked: 'without dates', shown: TOGETHER, others, ever: undefined };
  expect(ownUndatedSums({ ...asked, twins: false })).toHaveLength(1);
  expect(ownUndatedSums({ ...asked, twins: true })).toEqual([]);
});

/** The records of one organization, one of one user each day. */
function seen(organization: string, user: string, counts: readonly number[]): UsageSnapshot {
  const records = counts.map((count, day) => ({
    id: `${organization}-${day}`,
    org_id: organization,
    user_id: user,
    model: 'm',
    model_provider: 'p',
    source: 'api',
    date: `2026-05-${10 + day}T00:00:00Z`,
    input_tokens: count,
    output_tokens: 1,
    total_tokens: count + 1,
    total_requests: 1,
  }));
  return snapshotOf([{ exchange: exchange(), records }], true);
}

test.each([
  ['users of their own', seen('b', 'v', [5, 6, 7, 8]), 'held'],
  ['a user in both, with other usage', seen('b', 'u', [9, 9, 9, 9]), 'held'],
  ['a user in both, of whom two records agree', seen('b', 'u', [5, 6, 9, 9]), 'held'],
  ['records that say the same under another organization', seen('b', 'u', [5, 6, 7, 9]), 'same user, model'],
  ['the organization of the other', seen('a', 'v', [1, 2, 3, 4]), 'for both keys'],
])('two organizations are apart: %s', (_, others, expected) => {
  const [found] = organizationsAreSeparate({ own: seen('a', 'u', [5, 6, 7, 8]), others });
  if (expected === 'held') expect(found).toBeUndefined();
  else expect(found?.actual).toContain(expected);
});

test('a canary that runs in both organizations is no record that both see', () => {
  const canary = [3, 3, 3, 3, 3, 3];
  const [own, others] = [seen('a', 'u', [...canary, 5]), seen('b', 'u', [...canary, 9])];
  expect(organizationsAreSeparate({ own, others })).toEqual([]);
});
