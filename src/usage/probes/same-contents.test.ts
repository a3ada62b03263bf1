import { describe, expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import type { Entry } from '../history/exported-rows.ts';
import type { Contents } from './export-contents.ts';
import { sameCounts, sameDays, wordsFit } from './same-contents.ts';

const noon = Date.UTC(2026, 0, 15);
const HOUR = 3_600_000;

const entry = (input: number, requests: number, more: Partial<Entry> = {}): Entry => ({
  counts: { input_tokens: BigInt(input), total_requests: BigInt(requests) },
  words: { model: `model-${input}`, source: 'api' },
  instant: noon,
  row: 2,
  ...more,
});

const contents = (
  rows: Entry[],
  records = [entry(10, 1), entry(20, 2)],
  more: Partial<Contents> = {},
): Contents => ({
  exchange: exchange({}),
  pages: [exchange({ id: 'e2' })],
  shown: ['input_tokens', 'total_requests', 'model', 'source', 'date'],
  rows,
  records,
  all: { rows, records },
  ...more,
});

describe('rows beside records', () => {
  test.each([
    ['in any order', [entry(20, 2), entry(10, 1)], 0],
    ['with a token moved', [entry(11, 1), entry(19, 2)], 1],
    ['with requests exchanged', [entry(10, 2), entry(20, 1)], 1],
    ['with a row twice', [entry(10, 1), entry(10, 1)], 1],
  ] as const)('have their counts: %s', (_, rows, count) => {
    expect(sameCounts(contents([...rows]))).toHaveLength(count);
  });

  test('have other counts where a column is named as one and holds words', () => {
    const misnamed = { measure: 'input_tokens', rows: 9, row: 2, text: 'zephyr' } as const;
    expect(sameCounts(contents([], undefined, { misnamed }))[0]).toMatchObject({
      place: 'body, row 2',
      actual: '"zephyr", the first of 9 rows without a number',
    });
  });

  test.each([
    ['that no record has', [entry(10, 1), entry(30, 2)], '30 input tokens, and no record with these counts'],
    ['that one record has', [entry(10, 1), entry(10, 1)], '10 input tokens, in more rows than records'],
    [
      'of two records',
      [entry(10, 2), entry(20, 1)],
      '10 input tokens, 2 requests, and no record with these counts',
    ],
  ])('have other counts, %s', (_, rows, actual) => {
    expect(sameCounts(contents(rows))[0]?.actual).toBe(actual);
  });

  test('are compared in the columns that are known alone', () => {
    expect(
      sameCounts(contents([entry(10, 9), entry(20, 9)], undefined, { shown: ['input_tokens'] })),
    ).toEqual([]);
  });

  test.each([
    ['their models', [entry(10, 1), entry(20, 2)], undefined, 0],
    ['the model of another', [entry(10, 1, { words: { model: 'model-20' } }), entry(20, 2)], undefined, 1],
    ['a guard before it', [entry(10, 1, { words: { model: "'model-10" } }), entry(20, 2)], undefined, 0],
    ['a model where records show none', [entry(10, 1)], [entry(10, 1, { words: {} })], 0],
  ] as const)('have %s', (_, rows, records, count) => {
    const found = wordsFit(['model'], 'the models')(contents([...rows], records && [...records]));
    expect(found).toHaveLength(count);
  });

  const added = (first: number, second: number, names = ['a', 'b']) => [
    entry(first, 3, { words: { model: names[0]! } }),
    entry(second, 3, { words: { model: names[1]! } }),
  ];
  const four = [10, 20, 30, 40].map((n, i) =>
    entry(n, i % 2 ? 2 : 1, { words: { model: i < 2 ? 'a' : 'b' } }),
  );

  test.each([
    ['the same', added(30, 70), 0],
    ['others, with a token moved', added(31, 69), 1],
  ] as const)('add up of each model to %s', (_, rows, count) => {
    expect(wordsFit(['model'], 'the models')(contents([...rows], four))).toHaveLength(count);
  });

  test('that add up models may show any of their providers', () => {
    const shown = { shown: ['input_tokens', 'model_provider', 'model'] as Contents['shown'] };
    const of = (e: Entry, provider: string) => ({ ...e, words: { ...e.words, model_provider: provider } });
    const rows = added(30, 70).map((e, i) => of(e, i ? 'p' : ''));
    const records = four.map((e, i) => of(e, i % 2 ? 'p' : ''));
    expect(wordsFit(['model', 'model_provider'], 'the models')(contents(rows, records, shown))).toEqual([]);
  });

  test('that add up models by other names are not compared', () => {
    const judge = () => wordsFit(['model'], 'the models')(contents(added(31, 69, ['A', 'B']), four));
    expect(judge).toThrow('2 rows for 4 records');
  });

  test.each([
    ['the same', 0, 0],
    ['another midnight', 14 * HOUR, 0],
    ['the day after', 24 * HOUR, 1],
  ])('are of a day: %s', (_, off, count) => {
    expect(sameDays(contents([entry(10, 1, { instant: noon + off }), entry(20, 2)]))).toHaveLength(count);
  });

  test('are of a day, where the export takes in a day more at its edge', () => {
    const inside = [entry(10, 1, { instant: noon + 48 * HOUR }), entry(20, 2)];
    const records = [entry(10, 1), entry(20, 2)];
    const edge = entry(30, 3, { instant: noon + 240 * HOUR });
    const found = (rows: Entry[]) =>
      sameDays(contents(rows, records, { all: { rows: [...rows, edge], records } }));
    expect(found(inside)).toHaveLength(1);
    expect(found(records)).toEqual([]);
  });

  test('are of no day where they are added up, or dates are written otherwise', () => {
    expect(sameDays(contents([entry(10, 1, { instant: 0 })]))).toEqual([]);
    const unread = entry(10, 1);
    const { instant: _, ...rest } = unread;
    expect(sameDays(contents([{ ...rest, instant: undefined }, entry(20, 2, { instant: 0 })]))).toEqual([]);
  });
});
