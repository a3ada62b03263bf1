import { expect, test, vi } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { leapingClock } from '../vocabulary/clock.ts';
import { SpokenPace } from './limit-pace.ts';
import { createLimitGuard } from './limits.ts';

const probe = { method: 'POST', path: '/api/v1/chat/completions', label: 'a probe' };
const accepted = exchange({ status: 200 });
const refused = exchange({ status: 401 });

test('a key that was never accepted is refused at once', async () => {
  const attempt = vi.fn();
  expect(await createLimitGuard(new SpokenPace()).inspect(refused, probe, attempt, leapingClock())).toBe(
    refused,
  );
  expect(attempt).not.toHaveBeenCalled();
});

test('a refusal of what was accepted before is looked at again', async () => {
  const guard = createLimitGuard(new SpokenPace());
  await guard.inspect(accepted, probe, vi.fn(), leapingClock());
  const attempt = vi.fn().mockResolvedValueOnce(refused).mockResolvedValue(accepted);
  expect(await guard.inspect(refused, probe, attempt, leapingClock())).toBe(accepted);
  expect(guard.seen()).toBeDefined();
});

test('words that stand in every error speak of no limit', async () => {
  const guard = createLimitGuard(new SpokenPace());
  await guard.inspect(accepted, probe, vi.fn(), leapingClock());
  const text = '{"error":"invalid","see":"https://docs.example/errors-and-rate-limits"}';
  const bad = exchange({ status: 422, body: text });
  const attempt = vi
    .fn()
    .mockResolvedValueOnce(exchange({ status: 400, body: text }))
    .mockResolvedValue(bad);
  expect(await guard.inspect(bad, probe, attempt, leapingClock())).toBe(bad);
  expect(await guard.inspect(bad, probe, attempt, leapingClock())).toBe(bad);
  expect(attempt).toHaveBeenCalledTimes(2);
  expect(guard.seen()).toBeUndefined();
});

test('a limit that refuses everything with one status is waited for', async () => {
  const guard = createLimitGuard(new SpokenPace());
  await guard.inspect(accepted, probe, vi.fn(), leapingClock());
  const limited = exchange({ status: 422, body: 'rate limit' });
  const attempt = vi.fn().mockResolvedValue(accepted);
  for (let i = 0; i < 3; i++) attempt.mockResolvedValueOnce(limited);
  expect(await guard.inspect(limited, probe, attempt, leapingClock())).toBe(accepted);
  expect(guard.seen()).toBeDefined();
});

test('statuses that vary slow a run down a few times only', async () => {
  const pace = { heard: vi.fn(), slowDown: vi.fn() };
  const guard = createLimitGuard(pace);
  await guard.inspect(accepted, probe, vi.fn(), leapingClock());
  const teapot = exchange({ status: 418 });
  const other = vi.fn().mockResolvedValue(exchange({ status: 400 }));
  for (let i = 0; i < 9; i++) await guard.inspect(teapot, probe, other, leapingClock());
  expect(pace.slowDown).toHaveBeenCalledTimes(4);
  // A control that is rejected alike shows a limit.
  other.mockResolvedValueOnce(teapot);
  await guard.inspect(teapot, probe, other, leapingClock());
  expect(pace.slowDown).toHaveBeenCalledTimes(5);
});
