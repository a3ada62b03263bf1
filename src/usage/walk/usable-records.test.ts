import { describe, expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { usageRecord, uuid } from '../../testing/usage-records.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import { aggregatedOnce, oneOrganization, shownOnce } from '../judge/history.ts';
import { sameRecords } from '../judge/same-records.ts';
import { summaryNotNegative } from '../judge/summary.ts';
import { shownTotals } from '../summary.ts';
import type { RawRecord } from './page.ts';
import { snapshotOf } from './snapshot-builder.ts';
import { fitting, readableMeasures } from './usable-records.ts';
import type { UsageSnapshot } from './usage-snapshot.ts';

function walked(...records: RawRecord[]): UsageSnapshot {
  return snapshotOf([{ exchange: exchange({}), records }], true);
}

describe('a member that does not fit the schema', () => {
  test.each<[string, RawRecord, string[], boolean]>([
    ['none of them', {}, ['source', 'org_id'], true],
    ['another one', { email: null }, ['source', 'org_id'], true],
    ['this one', { source: 'web' }, ['source'], false],
    ['one that is missing', { org_id: undefined }, ['org_id'], false],
    ['the second of two', { id: 'x', org_id: 'y' }, ['org_id'], false],
  ])('stands in the way of those who look at it: %s', (_, part, members, fits) => {
    const history = walked(usageRecord(1), usageRecord(2, part));
    if (fits) expect(fitting(history, members)).toBe(history);
    else expect(() => fitting(history, members)).toThrow(Inconclusive);
  });

  test('of one record is found behind those of others', () => {
    const history = walked(usageRecord(1, { email: 7 }), usageRecord(2, { source: 'web' }));
    expect([...history.misfits].sort()).toEqual(['email', 'source']);
  });
});

describe('records of which a member is lacking', () => {
  const alone = (part: RawRecord) => walked(usageRecord(1), usageRecord(2, part));
  const compared = (a: UsageSnapshot, b: UsageSnapshot) =>
    sameRecords({ asked: 'a filter', walked: a, allowed: [b.all], from: b });

  test('are told apart by their ids', () => {
    const lacking = { total_tokens: null, user_id: 7 };
    expect(compared(alone(lacking), alone(lacking))).toEqual([]);
    expect(compared(alone(lacking), walked(usageRecord(1)))).toHaveLength(1);
  });

  test.each<[string, RawRecord]>([
    ['no id', { id: null, model: null }],
    ['no date', { date: null }],
    ['a date that is none', { date: 'yesterday' }],
  ])('are compared with nothing where there is %s', (_, part) => {
    expect(() => compared(alone(part), alone(part))).toThrow(Inconclusive);
    expect(() => compared(walked(usageRecord(1)), alone(part))).toThrow(Inconclusive);
  });

  test('are no two of one kind, nor shown twice, where no id tells', () => {
    const twins = walked(
      usageRecord(1, { id: null, model: null }),
      usageRecord(1, { id: null, model: null }),
    );
    expect([shownOnce(twins), aggregatedOnce(twins)]).toEqual([[], []]);
    const same = walked(usageRecord(1, { model: null }), usageRecord(1, { model: null }));
    expect([shownOnce(same).length, aggregatedOnce(same).length]).toEqual([1, 0]);
  });

  test('leave the sums of the other counts', () => {
    const history = alone({ total_tokens: '3' });
    expect(readableMeasures(history)).toEqual(['input_tokens', 'output_tokens', 'total_requests']);
    expect(history.all.totals).toMatchObject({ input_tokens: 2n, total_requests: 2n });
    expect(history.notTheSum).toBeUndefined();
  });
});

test.each<[string, RawRecord, RawRecord, number, number]>([
  ['the same id', {}, {}, 1, 0],
  ['ids that are cut to the same text', { id: 'u-0' }, { id: 'u-0', input_tokens: 9 }, 0, 1],
  [
    'neither id nor provider',
    { id: 7, model_provider: undefined },
    { id: 7, model_provider: undefined },
    0,
    0,
  ],
])('records of one combination, with %s', (_, a, b, shown, aggregated) => {
  const twins = walked(usageRecord(1, a), usageRecord(1, b));
  expect([shownOnce(twins).length, aggregatedOnce(twins).length]).toEqual([shown, aggregated]);
});

test('records without an org_id are no second organization, and without any there is none', () => {
  expect(oneOrganization(walked(usageRecord(1), usageRecord(2, { org_id: null })))).toEqual([]);
  expect(oneOrganization(walked(usageRecord(1), usageRecord(2, { org_id: uuid(2001) })))).toHaveLength(1);
  expect(oneOrganization(walked(usageRecord(1, { org_id: null })))).toBeInstanceOf(Inconclusive);
});

test('a summary is read member by member', () => {
  const summary = (body: Record<string, unknown>) => ({ exchange: exchange({ body }), body });
  const shown = shownTotals(summary({ total_requests: 3, total_tokens: null, total_input_tokens: 1.5 }));
  expect(shown).toEqual({ total_requests: 3n });
  expect(summaryNotNegative(summary({ total_requests: -3, total_tokens: null }))).toHaveLength(1);
  expect(summaryNotNegative(summary({ total_requests: null }))).toBeInstanceOf(Inconclusive);
});
