import { describe, expect, test } from 'vitest';
import { placeIn, recordsInLines, recordsWithoutEnd, wrappedRecords, wrappedSummary } from './wrapped.ts';

const record = (n: number) => ({ date: '2026-01-01', total_tokens: n });
const sums = { total_tokens: 3, total_requests: 1 };

describe('records that are wrapped', () => {
  test.each<[string, unknown, string]>([
    ['in an envelope', { data: [record(1), record(2)], total: 2 }, '/data/1'],
    ['with a name each', { a: record(1), 'b/c': record(2) }, '/b~1c'],
  ])('%s are read, and stand where they stand', (_, body, place) => {
    const found = wrappedRecords(body)!;
    expect(found).toEqual([record(1), record(2)]);
    expect(placeIn(found, 1)).toBe(place);
  });

  test.each<[string, unknown]>([
    ['an envelope', { data: [], total: 0 }],
    ['an object that would name each', {}],
    ['null', null],
  ])('may be none, in %s', (_, body) => expect(wrappedRecords(body)).toEqual([]));

  test('one may stand alone', () => {
    const found = wrappedRecords(record(1))!;
    expect(found).toEqual([record(1)]);
    expect(placeIn(found, 0)).toBe('');
  });

  test.each<[string, unknown]>([
    ['an error', { error: { message: 'no', code: 3 } }],
    ['a list of something else', { errors: [{ message: 'no' }] }],
    ['two lists', { data: [record(1)], users: [] }],
    ['a summary', sums],
    ['text', 'records'],
  ])('are not seen in %s', (_, body) => expect(wrappedRecords(body)).toBeUndefined());
});

describe('records without a list, one a line', () => {
  const lines = [record(1), record(2)].map((one) => JSON.stringify(one));

  test.each<[string, string]>([
    ['with an end', `${lines.join('\n')}\n`],
    ['after CRLF', lines.join('\r\n')],
  ])('are read, %s', (_, body) =>
    expect(recordsInLines(body)).toEqual([
      expect.objectContaining({ date: '2026-01-01' }),
      expect.objectContaining({ date: '2026-01-01' }),
    ]),
  );

  test.each<[string, string]>([
    ['one line, which is an object', lines[0]!],
    ['a page', '<html>\n<body>\n'],
    ['lines of something else', '{"a":1}\n{"a":2}'],
    ['a line that breaks off', `${lines[0]}\n{"date":`],
  ])('are not seen in %s', (_, body) => expect(recordsInLines(body)).toBeUndefined());
});

describe('records in a list that lacks its closing bracket', () => {
  const list = JSON.stringify([record(1), record(2)]);
  const begun = list.slice(0, -1);

  test.each<[string, string, number]>([
    ['and nothing else', begun, 2],
    ['with white space after it', `${begun}\n`, 2],
    ['and holds none', '[', 0],
  ])('are read, %s', (_, body, count) => expect(recordsWithoutEnd(body)).toHaveLength(count));

  test.each<[string, string]>([
    ['a list that breaks off within a record', begun.slice(0, -1)],
    ['a list that breaks off behind one', `${begun},`],
    ['a list that is whole', list],
    ['a list of something else', '[{"a":1}'],
    ['a record', JSON.stringify(record(1))],
  ])('are not seen in %s', (_, body) => expect(recordsWithoutEnd(body)).toBeUndefined());
});

describe('a summary that is wrapped', () => {
  test.each<[string, unknown, string]>([
    ['in a list', [sums], '/0/total_tokens'],
    ['in an envelope', { data: sums, ok: true }, '/data/total_tokens'],
  ])('%s is read, and stands where it stands', (_, body, place) => {
    const found = wrappedSummary(body)!;
    expect(found).toEqual(sums);
    expect(placeIn(found, 'total_tokens')).toBe(place);
  });

  test.each<[string, unknown]>([
    ['two of them', [sums, sums]],
    ['two members', { api: sums, app: sums }],
    ['one that is not wrapped', sums],
    ['nothing', []],
  ])('is not seen in %s', (_, body) => expect(wrappedSummary(body)).toBeUndefined());
});

test('what is not wrapped stands under its own name', () => expect(placeIn([record(1)], 0)).toBe('/0'));
