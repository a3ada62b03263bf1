import { expect, test, vi } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { leapingClock } from '../vocabulary/clock.ts';
import { createLimitGuard } from './limit-guard.ts';

const probe = { method: 'POST', path: '/api/v1/chat/completions', label: 'a probe' };
const accepted = exchange({ status: 200 });
const refused = exchange({ status: 401 });

test('a key that was never accepted is refused at once', async () => {
  const attempt = vi.fn();
  expect(await createLimitGuard().inspect(refused, probe, attempt, leapingClock())).toBe(refused);
  expect(attempt).not.toHaveBeenCalled();
});

test('a refusal of what was accepted before is looked at again', async () => {
  const guard = createLimitGuard();
  await guard.inspect(accepted, probe, vi.fn(), leapingClock());
  const attempt = vi.fn().mockResolvedValueOnce(refused).mockResolvedValue(accepted);
  expect(await guard.inspect(refused, probe, attempt, leapingClock())).toBe(accepted);
  expect(guard.seen()).toBeDefined();
});
