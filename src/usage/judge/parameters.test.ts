import { expect, test } from 'vitest';
import { exchange } from '../../testing/exchange.ts';
import { bringsUsage } from '../probes/brings-usage.ts';
import { refusesAsUsual, respectsMoment } from './parameters.ts';

const RECORD = { input_tokens: 3, output_tokens: 4, total_requests: 1 };

/** What is said of a moment and of the day, whose answers are these. */
async function judged(moment: object, day: object) {
  const [first, second] = [exchange({ id: 'e1', ...moment }), exchange({ id: 'e2', ...day })];
  const brought = {
    moment: await bringsUsage('stats', first, {}),
    day: await bringsUsage('stats', second, {}),
  };
  const value = '2199-01-01T00:00:00Z';
  return respectsMoment({
    exchange: first,
    day: second,
    brought,
    endpoint: 'stats',
    parameter: 'start',
    value,
  });
}

test('a moment that brings what the day leaves out was ignored', async () => {
  const found = await judged({ body: [RECORD] }, { body: [] });
  expect(found).toMatchObject([{ as: 'warn', exchanges: ['e1', 'e2'] }]);
});

test('moments around a record that bring nothing, where the days bring it, were compared as texts', async () => {
  const found = await judged({ body: [] }, { body: [RECORD] });
  expect(found).toMatchObject([{ as: 'warn', actual: expect.stringContaining('no usage') }]);
});

test.each([
  ['taken', { body: [] }, { body: [] }],
  ['refused', { status: 422, body: { detail: 'a day is wanted' } }, { body: [] }],
  ['no better than the day', { body: [RECORD] }, { body: [RECORD] }],
  ['beside a day that is refused', { body: [RECORD] }, { status: 422 }],
])('a moment that is %s is left alone', async (_, moment, day) => {
  expect(await judged(moment, day)).toEqual([]);
});

test('an export brings usage where it has a row, whatever its titles', async () => {
  const csv = (text: string) => exchange({ body: text, headers: { 'content-type': 'text/csv' } });
  expect(await bringsUsage('export', csv('Tag;Anzahl\n2026-01-01;4\n'), {})).toBe(true);
  expect(await bringsUsage('export', csv('Tag;Anzahl\n'), {})).toBe(false);
});

test.each([
  ['400 and 422', [400, 422], []],
  ['nine of another number', Array<number>(9).fill(409), ['status 409 for 9 of 9 such requests']],
  ['one of several', [400, 404, 422], ['status 404 for 1 of 3 such requests']],
])('refusals with %s are one finding at most', (_, statuses, actual) => {
  const refusals = statuses.map((status, i) => exchange({ id: `e${i}`, status }));
  expect(refusesAsUsual(refusals).map((f) => [f.actual, f.as])).toEqual(
    actual.map((words) => [words, 'warn']),
  );
});
