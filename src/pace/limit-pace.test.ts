import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { leapingClock } from '../vocabulary/clock.ts';
import { SpokenPace } from './limit-pace.ts';

/** So many requests per second are accepted; the others are retried. */
const A_SECOND = 20;

test('a pace that was refused is approached slowly, so that a limit is met seldom', async () => {
  const clock = leapingClock(0);
  const pace = new SpokenPace();
  let met = 0;
  let second = -1;
  let count = 0;
  for (let asked = 0; asked < 800; asked++) {
    await clock.sleep(pace.goes());
    const startedAt = clock.now();
    if (Math.floor(startedAt / 1_000) !== second) [second, count] = [Math.floor(startedAt / 1_000), 0];
    const taken = ++count <= A_SECOND;
    pace.heard(exchange({ status: taken ? 200 : 400, startedAt }), taken);
    if (taken) continue;
    met++;
    await clock.sleep(1_000);
    pace.slowDown(exchange({ status: 400, startedAt }), clock.now());
  }
  expect(met).toBeLessThan(10);
  expect(clock.now()).toBeLessThan(1.5 * (800 / A_SECOND) * 1_000);
});
