import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { usageRecord, uuid } from '../../testing/usage-records.ts';
import { decided, Inconclusive } from '../../vocabulary/undecidable.ts';
import type { RawRecord } from '../walk/page.ts';
import { beginsAlike, shifts } from './shifts.ts';

const page = (records: RawRecord[]) => ({ exchange: exchange({}), records });
const list = page([1, 2, 3, 4, 5, 6].map((n) => usageRecord(n)));

test.each([
  ['the right part', 2, [3, 4, 5, 6], 0],
  ['one too early', 2, [2, 3, 4, 5], 1],
  ['nothing beyond the end', 6, [], 0],
  ['the list again beyond the end', 6, [1, 2, 3], 1],
  ['too few at the end', 4, [5], 1],
])('an offset shows %s', (_, offset, came, breaches) => {
  const shown = page(came.map((n) => usageRecord(n)));
  expect(shifts({ offset, size: 4, page: shown, list, whole: true })).toHaveLength(breaches);
});

const second = (part: RawRecord) =>
  shifts({ offset: 1, size: 1, page: page([usageRecord(2, part)]), list, whole: true });

test.each<[string, RawRecord, string | undefined]>([
  ['the same', {}, undefined],
  ['no model', { model: null }, undefined],
  ['a count in quotes', { total_tokens: '3' }, undefined],
  ['another count', { total_requests: 2 }, 'body /0/total_requests'],
  ['null as its provider', { model_provider: null }, 'body /0/model_provider'],
  ['no provider', { model_provider: undefined }, undefined],
  ['another id and model', { id: uuid(99), model: 'another' }, 'body'],
])('the record that is due has %s', (_, part, place) => expect(decided(second(part))[0]?.place).toBe(place));

test.each<[string, RawRecord, number]>([
  ['other counts', { total_requests: 2 }, 0],
  ['other counts and another provider', { total_requests: 2, model_provider: null }, 1],
])('the record that is due is of today and has %s', (_, part, breaches) => {
  const date = new Date(exchange({}).startedAt).toISOString();
  const shown = page([usageRecord(1, { date, ...part })]);
  const whole = page([usageRecord(1, { date })]);
  expect(shifts({ offset: 0, size: 1, page: shown, list: whole, whole: true })).toHaveLength(breaches);
});

test('a record without anything that says which one it is, is left to the schema', () =>
  expect(second({ id: null, model: null })).toBeInstanceOf(Inconclusive));

test.each([
  ['as the list', 1, []],
  ['with another record', 2, ['warn']],
])('a page of one begins %s', (_, n, verdicts) => {
  const head = { offset: 0, size: 1, page: page([usageRecord(n)]), list, whole: true };
  expect(decided(beginsAlike(head)).map((found) => found.as)).toEqual(verdicts);
});

test.each<[string, number[], number[] | undefined, number]>([
  ['a list that comes in another order each time', [5, 1, 3, 6], [2, 1, 3, 4, 6, 5], 0],
  ['the same order each time', [5, 1, 3, 6], [1, 2, 3, 4, 5, 6], 1],
  ['another list the second time', [5, 1, 3, 6], [2, 1, 3, 4, 6, 7], 1],
  ['another order and too few records', [5, 1, 3], [2, 1, 3, 4, 6, 5], 1],
  ['another order and a stranger', [5, 1, 3, 7], [2, 1, 3, 4, 6, 5], 1],
])('%s', (_, came, again, breaches) => {
  const part = (numbers: number[]) => page(numbers.map((n) => usageRecord(n)));
  const shifted = { offset: 2, size: 4, page: part(came), list, whole: true };
  expect(shifts({ ...shifted, ...(again && { again: part(again) }) })).toHaveLength(breaches);
});

test.each<[string, number[], number, number, number]>([
  ['the oldest records left meanwhile', [3, 4], 0, 2, 0],
  ['the oldest records left, and it begins elsewhere', [4, 5], 0, 2, 1],
  ['the list stands, and it begins elsewhere', [3, 4], 0, 0, 1],
])('a page held against the list as it is now: %s', (_, came, offset, gone, breaches) => {
  const again = page(list.records.slice(gone));
  const shown = page(came.map((n) => usageRecord(n)));
  const head = { offset, size: 2, page: shown, list, whole: true, first: list, again };
  expect(beginsAlike(head)).toHaveLength(breaches);
});
