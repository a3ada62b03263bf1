import { expect, it } from 'vitest';
import { exchangeLine } from '../testing/journal.ts';
import { createTimingMeter } from './timings.ts';

const URL = 'http://127.0.0.1/api/v1';
/** An answer of an endpoint that ended after so many milliseconds. */
function answer(path: string, endMs: number, status = 200, type = 'application/json') {
  const line = exchangeLine('e1');
  return {
    ...line,
    request: { ...line.request, url: `${URL}${path}` },
    response: { ...line.response!, status, headers: [['Content-Type', type]] as [string, string][] },
    timing: { headersMs: 1, firstByteMs: endMs / 2, endMs },
  };
}

it('measures good answers by endpoint, with values that came', () => {
  const meter = createTimingMeter();
  for (let n = 1; n <= 100; n++) meter.add(answer('/chat/completions', n));
  meter.add(answer('/chat/completions', 400, 200, 'text/event-stream; charset=utf-8'));
  meter.add(answer('/usage/stats?limit=1', 200_000));
  meter.add(answer('/chat/completions', 9_999, 422));
  meter.add(answer('/elsewhere', 9_999));
  const found = meter.total();
  expect(found.map(({ endpoint, measure, count }) => [endpoint, measure, count])).toEqual([
    ['completion', 'whole answer', 100],
    ['stream', 'first byte', 1],
    ['stream', 'whole answer', 1],
    ['stats', 'whole answer', 1],
  ]);
  expect(found[0]).toMatchObject({ p50: 50, p90: 90, p99: 99, max: 100 });
  expect(found[0]!.classes.reduce((sum, { count }) => sum + count, 0)).toBe(100);
  expect(found[0]!.classes[0]).toEqual({ upToMs: 5, count: 5 });
  expect(found[1]!.p50).toBe(200);
  expect(found[3]!.classes).toEqual([{ count: 1 }]);
});

it('says nothing where nothing was answered', () => {
  expect(createTimingMeter().total()).toEqual([]);
});
