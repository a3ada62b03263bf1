import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { testSettings } from '../testing/settings.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import { DEFAULTS } from '../vocabulary/settings.ts';
import { TimeOuts } from './time-outs.ts';

const timeouts = { connectMs: 10_000, headersMs: 60_000, silenceMs: 60_000, totalMs: 180_000 };
const spec: RequestSpec = { method: 'POST', path: '/a?x=1', label: 'a' };
const silent = exchange({ status: null, failure: { kind: 'timeout-headers', message: 'nothing' } });

const other: RequestSpec = { ...spec, path: '/b' };

test.each([
  ['nothing was seen yet', 0, [], 60_000, 180_000],
  ['two timeouts may be chance', 2, [], 60_000, 180_000],
  ['after three, ten seconds are enough', 3, [], 10_000, 30_000],
  ['for answers that take their time, longer', 3, [5_000], 25_000, 30_000],
  ['never longer than the limit', 3, [30_000], 60_000, 150_000],
])('%s', (_, silences, answers, headersMs, totalMs) => {
  const timeOuts = new TimeOuts(testSettings('http://service.test', { timeouts }));
  timeOuts.hear({ ...spec, path: '/c' }, exchange({ endMs: 5 }));
  for (let i = 0; i < silences; i++) timeOuts.hear(spec, silent);
  for (const endMs of answers) timeOuts.hear(spec, exchange({ endMs }));
  expect(timeOuts.boundsOf({ ...spec, path: '/a?x=2' })).toMatchObject({
    headersMs,
    silenceMs: headersMs,
    totalMs,
  });
  expect(timeOuts.boundsOf(other)).toMatchObject({ headersMs: 60_000, totalMs: 180_000 });
});

test('where no response ends, three timeouts count for all endpoints', () => {
  const timeOuts = new TimeOuts(testSettings('http://service.test', { timeouts }));
  for (const path of ['/a', '/c', '/d']) timeOuts.hear({ ...spec, path }, silent);
  expect(timeOuts.boundsOf(other)).toMatchObject({ headersMs: 10_000, totalMs: 30_000 });
  timeOuts.hear(spec, exchange({ endMs: 5 }));
  expect(timeOuts.boundsOf(other)).toMatchObject({ headersMs: 60_000, totalMs: 180_000 });
});

test('the bounds of a request are kept', () => {
  const timeOuts = new TimeOuts(testSettings('http://service.test', { timeouts }));
  const limits = { totalMs: 5_000, silenceMs: 1_000, maxBody: 7 };
  expect(timeOuts.boundsOf({ ...spec, limits })).toEqual({
    headersMs: 5_000,
    silenceMs: 1_000,
    totalMs: 5_000,
    maxBody: 7,
  });
});

test('a completion is bounded more tightly than records, which may be many', () => {
  const timeOuts = new TimeOuts(testSettings('http://service.test', { maxBody: DEFAULTS.maxBody }));
  const largest = (method: string) => timeOuts.boundsOf({ ...spec, method }).maxBody;
  expect([largest('POST'), largest('GET')]).toEqual([16 * 1024 ** 2, 64 * 1024 ** 2]);
});
