import { describe, expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { usageRecord, uuid } from '../../testing/usage-records.ts';
import { decided } from '../../vocabulary/undecidable.ts';
import { Table } from '../csv/table.ts';
import type { RawRecord } from '../walk/page.ts';
import { readRecord } from '../walk/record.ts';
import { snapshotOf } from '../walk/snapshot-builder.ts';
import type { UsageSnapshot } from '../walk/usage-snapshot.ts';
import { isCsv, noCountedRows, oneHeader } from './export.ts';
import {
  aggregatedOnce,
  fitsSchema,
  oneOrganization,
  sameOrganization,
  shownOnce,
  totalsAreSums,
} from './history.ts';
import { organizationsAreSeparate } from './isolation.ts';
import { bringsRecords, honoursSize, isArray, isArrayOrRefusal } from './page.ts';
import { noServerErrorForParameter, refusesParameter } from './parameters.ts';

const CUT = { kind: 'cut', message: 'the connection was closed within the body' } as const;

const page = (records: RawRecord[], id = 'e1') => ({ exchange: exchange({ id }), records });

function history(...records: RawRecord[]): UsageSnapshot {
  return snapshotOf([page(records)], true);
}

test.each([
  ['the same org_id', history(usageRecord(1)), undefined],
  ['none', history(), undefined],
  ['another org_id', history(usageRecord(1, { org_id: uuid(2001) }), usageRecord(2)), 'body /0'],
])('records without dates have %s', (_, plain, place) => {
  expect(sameOrganization({ plain, dated: history(usageRecord(3)) })[0]?.place).toBe(place);
});

describe('records', () => {
  const without = ({ email: _, ...rest }: RawRecord) => rest;
  test.each([
    ['sound', fitsSchema, [usageRecord(1), usageRecord(2)], undefined],
    ['without model_provider', fitsSchema, [{ ...usageRecord(1), model_provider: undefined }], undefined],
    ['a member missing', fitsSchema, [usageRecord(1), without(usageRecord(2))], 'body /1/email'],
    ['a count in quotes', fitsSchema, [usageRecord(1, { total_tokens: '3' })], 'body /0/total_tokens'],
    ['a bare date', fitsSchema, [usageRecord(1, { date: '2026-01-02' })], 'body /0/date'],
    [
      'an integer beyond 2^53',
      fitsSchema,
      [usageRecord(1, { input_tokens: 2n ** 60n, total_tokens: 2n ** 60n + 2n })],
      undefined,
    ],
    ['a total that is none', totalsAreSums, [usageRecord(1), usageRecord(2, { total_tokens: 4 })], 'body /1'],
    ['the same record twice', shownOnce, [usageRecord(1), usageRecord(2), usageRecord(1)], 'body /2'],
    [
      'two records of one combination',
      aggregatedOnce,
      [usageRecord(1), usageRecord(2, { model: 'model-1' })],
      'body /1',
    ],
    [
      'two records of two providers',
      aggregatedOnce,
      [usageRecord(1), usageRecord(2, { model: 'model-1', model_provider: 'q' })],
      undefined,
    ],
    ['two organizations', oneOrganization, [usageRecord(1), usageRecord(2, { org_id: uuid(9) })], 'body /1'],
  ] as const)('%s', (_, judge, records, place) => {
    const sound = records.map((r) =>
      Object.fromEntries(Object.entries(r).filter(([, v]) => v !== undefined)),
    );
    expect(decided(judge(history(...sound)))[0]?.place).toBe(place);
  });
});

describe('pages', () => {
  test.each([
    ['as many as asked for', 2, [1, 2], undefined, 0],
    ['more than asked for', 2, [1, 2, 3], undefined, 1],
    ['fewer, and no more there', 3, [1, 2], [], 0],
    ['fewer, and more there', 3, [1, 2], [3], 1],
    ['fewer, and an offset that is ignored', 3, [1, 2], [1], 0],
  ])('%s', (_, size, came, next, breaches) => {
    const records = (ns: number[]) => page(ns.map((n) => usageRecord(n)));
    expect(honoursSize({ size, page: records(came), next: next && records(next) })).toHaveLength(breaches);
  });

  test.each<[string, unknown, boolean, number]>([
    ['in a list', [usageRecord(1)], true, 0],
    ['bare', usageRecord(1), true, 1],
    ['bare, where no stats are a list', usageRecord(1), false, 0],
  ])('a single record is %s', (_, body, mustBeList, breaches) => {
    const single = { exchange: exchange({ body }), records: [usageRecord(1)] };
    expect(honoursSize({ size: 1, page: single, next: undefined, mustBeList })).toHaveLength(breaches);
  });

  test.each([
    ['a list', exchange({ body: [] }), 0],
    ['an envelope', exchange({ body: { data: [] } }), 1],
    ['a list of numbers', exchange({ body: [1] }), 1],
    ['a refusal', exchange({ status: 500, body: [] }), 1],
    ['a list whose body breaks off', exchange({ failure: CUT, body: [] }), 1],
  ])('%s', (_, answer, breaches) => {
    expect(isArray(answer)).toHaveLength(breaches);
  });

  test.each([
    ['an empty list', exchange({ body: [] }), 0],
    ['null', exchange({ body: null }), 1],
    ['no content', exchange({ status: 204 }), 1],
    ['a refusal', exchange({ status: 404, body: {} }), 0],
    ['a server error', exchange({ status: 500, body: {} }), 1],
  ])('%s for nothing', (_, answer, breaches) => {
    expect(isArrayOrRefusal(answer)).toHaveLength(breaches);
  });
});

test.each([
  ['brings it', [usageRecord(1)], usageRecord(1), 0],
  ['brings nothing', [], usageRecord(1), 1],
  ['holds none that is known', [], undefined, 0],
])('a range that %s', (_, records, known, breaches) => {
  const evidence = {
    exchange: exchange({ body: records }),
    base: exchange({ body: [usageRecord(1)] }),
    range: { start: '2000-01-01', end: '2026-02-01' },
    known: known && readRecord(known),
  };
  expect(bringsRecords(evidence)).toHaveLength(breaches);
});

test('a refused range is left open', () => {
  const evidence = {
    exchange: exchange({ status: 422, body: {} }),
    base: exchange({ body: [usageRecord(1)] }),
    range: { start: '2000-01-01', end: '2026-02-01' },
    known: readRecord(usageRecord(1)),
  };
  expect(bringsRecords(evidence)).toEqual([]);
});

describe('the export', () => {
  const csv = (text: string) => {
    const table = new Table();
    table.feed(new TextEncoder().encode(text));
    return {
      exchange: exchange({ body: text, headers: { 'content-type': 'text/csv' } }),
      table: table.end(),
    };
  };
  const header = 'date,model,input_tokens,output_tokens,total_tokens,total_requests\n';

  test.each([
    ['sound', `${header}2026-01-01,m,1,2,3,1\n`, undefined],
    ['a row too short', `${header}2026-01-01,m\n2026-01-01,m,1,2,3,1\n`, [undefined]],
    ['text after a closing quote', `${header}2026-01-01,"a "b"",1,2,3,1\n`, [undefined]],
    ['a bare quote', `${header}2026-01-01,5" m,1,2,3,1\n`, ['warn']],
    ['a count that is none', `${header}2026-01-01,m,None,2,3,1\n`, ['warn']],
  ])('%s', (_, text, as) => {
    expect(isCsv(csv(text)).map((f) => f.as)).toEqual(as ?? []);
  });

  test.each([
    ['a row that counts something', `${header}2026-01-01,m,1,2,3\n2026-01-01,m,1,2,3,1\n`, 1],
    ['a line that counts nothing', `${header}nothing to show\n`, 0],
    ['rows without titles', 'Usage report\n2026-01-01,m,1,2,3,1\n', 0],
  ])('of nothing, where exports are no sound CSV: %s', (_, text, count) => {
    expect(noCountedRows(csv(text))).toHaveLength(count);
  });

  test('that is JSON is none', () => {
    expect(isCsv({ exchange: exchange({ body: [] }), table: undefined })[0]?.actual).toBe('application/json');
  });

  test.each([
    ['once', `${header}2026-01-01,m,1,2,3,1\n`, 0],
    ['never', '2026-01-01,m,1,2,3,1\n', 1],
    ['twice', `${header}2026-01-01,m,1,2,3,1\n${header}2026-01-02,m,1,2,3,1\n`, 1],
  ])('has its header %s', (_, text, breaches) => {
    expect(oneHeader(csv(text))).toHaveLength(breaches);
  });
});

test.each([
  [422, []],
  [400, []],
  [200, ['warn']],
  [404, []],
  [500, [undefined]],
])('a parameter that cannot be read is answered %s', (status, as) => {
  expect(
    refusesParameter({
      exchange: exchange({ status }),
      endpoint: 'stats',
      parameter: 'limit',
      value: 'abc',
    }).map((f) => f.as),
  ).toEqual(as);
});

test.each([
  [200, 0],
  [422, 0],
  [404, 0],
  [500, 1],
])('an unusual parameter is answered %s', (status, breaches) => {
  const asked = {
    exchange: exchange({ status }),
    endpoint: 'stats',
    parameter: 'start',
    value: '2199-02-30',
  } as const;
  expect(noServerErrorForParameter(asked)).toHaveLength(breaches);
});

describe('two organizations', () => {
  const own = history(usageRecord(1));
  const sums = { own: { total_requests: 7n }, theirs: { total_requests: 7n } };
  const other = history(usageRecord(2, { org_id: uuid(9) }));
  test.each([
    ['see different records', other, undefined, []],
    ['share an organization', history(usageRecord(2)), undefined, [undefined]],
    ['see the same', own, undefined, ['inconclusive']],
    ['see the same everywhere', own, { sums, fresh: own }, ['inconclusive']],
    ['see the same only where it may be cached', own, { sums, fresh: other }, [undefined]],
    [
      'have different sums',
      own,
      { sums: { ...sums, theirs: { total_requests: 6n } }, fresh: own },
      [undefined],
    ],
  ] as const)('%s', (_, others, ifSame, as) => {
    const found = organizationsAreSeparate({ own, others, ...(ifSame && { ifSame }) });
    expect(found.map((f) => f.as)).toEqual(as);
  });
});
