import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { testSettings } from '../testing/settings.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import { createAdaptiveTimeouts } from './adaptive-timeouts.ts';

const timeouts = { connectMs: 10_000, headersMs: 60_000, silenceMs: 60_000, totalMs: 180_000 };
const spec: RequestSpec = { method: 'POST', path: '/a?x=1', label: 'a' };
const silent = exchange({ status: null, failure: { kind: 'timeout-headers', message: 'nothing' } });

test.each([
  ['nothing was seen yet', 0, [], 60_000, 180_000],
  ['two timeouts may be chance', 2, [], 60_000, 180_000],
  ['after three, ten seconds are enough', 3, [], 10_000, 30_000],
  ['for answers that take their time, longer', 3, [5_000], 25_000, 30_000],
  ['never longer than the limit', 3, [30_000], 60_000, 150_000],
])('%s', (_, silences, answers, headersMs, totalMs) => {
  const adaptiveTimeouts = createAdaptiveTimeouts(testSettings('http://service.test', { timeouts }));
  for (let i = 0; i < silences; i++) adaptiveTimeouts.note(spec, silent);
  for (const endMs of answers) adaptiveTimeouts.note(spec, exchange({ endMs }));
  expect(adaptiveTimeouts.boundsOf({ ...spec, path: '/a?x=2' })).toMatchObject({
    headersMs,
    silenceMs: headersMs,
    totalMs,
  });
  expect(adaptiveTimeouts.boundsOf({ ...spec, path: '/b' })).toMatchObject({
    headersMs: 60_000,
    totalMs: 180_000,
  });
});

test('the bounds of a request are kept', () => {
  const adaptiveTimeouts = createAdaptiveTimeouts(testSettings('http://service.test', { timeouts }));
  const limits = { totalMs: 5_000, silenceMs: 1_000, maxBody: 7 };
  expect(adaptiveTimeouts.boundsOf({ ...spec, limits })).toEqual({
    headersMs: 5_000,
    silenceMs: 1_000,
    totalMs: 5_000,
    maxBody: 7,
  });
});
