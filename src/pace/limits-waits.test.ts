import { describe, expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import type { Clock } from '../vocabulary/clock.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import { Inconclusive } from '../vocabulary/undecidable.ts';
import { SpokenPace } from './limit-pace.ts';
import { createLimitGuard } from './limits.ts';

const spec: RequestSpec = { method: 'GET', path: '/api/v1/usage/stats?page_size=1', label: 'the probe' };
const answer = (status: number) => exchange({ status, body: {} });

/** A clock that only sleeping moves. */
function sleeping(): Clock & { slept: number } {
  const clock = {
    slept: 0,
    now: () => clock.slept,
    sleep: async (ms: number) => {
      clock.slept += ms;
    },
  };
  return clock as unknown as Clock & { slept: number };
}

/** A guard that saw the key accepted once: only then may a refusal be a limit. */
async function servedBefore() {
  const pace = new SpokenPace();
  const guard = Object.assign(createLimitGuard(pace), { pace });
  await guard.inspect(answer(200), spec, async () => answer(200), sleeping());
  return guard;
}

/** Answers with the next status of the control, or of the probe; the last one stays. */
function service(control: number[], probe: number[]) {
  const next = (left: number[]) => (left.length > 1 ? left.shift()! : left[0]!);
  return async ({ label }: RequestSpec) => answer(next(label === spec.label ? probe : control));
}

describe('a refusal of a probe', () => {
  test.each([
    ['that is meant', 422, [200], [422], 422, false],
    ['that is the probe’s own: the control is taken', 403, [200], [403], 403, false],
    ['that everything meets for good', 403, [403], [403], 403, false],
    ['that everything meets for a while', 403, [403, 403, 200], [200], 200, true],
    ['that goes by while the control is taken', 403, [200], [200], 200, true],
  ])('%s', async (_, first, control, probe, given, limited) => {
    const guard = await servedBefore();
    const shown = await guard.inspect(answer(first), spec, service(control, probe), sleeping());
    expect(shown.response?.status).toBe(given);
    expect(guard.seen() !== undefined).toBe(limited);
  });

  test('of an endpoint that never took anything is its own, at once, where another one answers as ever', async () => {
    const [guard, clock] = [await servedBefore(), sleeping()];
    const summary = { ...spec, path: '/api/v1/usage/summary' };
    const elsewhere = async ({ path }: RequestSpec) => answer(path.endsWith('completions') ? 400 : 401);
    const shown = await guard.inspect(answer(401), summary, elsewhere, clock);
    expect([shown.response?.status, clock.slept]).toEqual([401, 0]);
  });

  test('of an endpoint that never took anything is waited for, where everything is refused', async () => {
    const guard = await servedBefore();
    const summary = { ...spec, path: '/api/v1/usage/summary' };
    let asked = 0;
    const limited = async () => answer(asked++ < 3 ? 403 : 200);
    const shown = await guard.inspect(answer(403), summary, limited, sleeping());
    expect(shown.response?.status).toBe(200);
  });

  test('that was waited for in vain is not waited for again', async () => {
    const [guard, clock] = [await servedBefore(), sleeping()];
    await guard.inspect(answer(418), spec, async () => answer(418), clock);
    const before = clock.slept;
    await guard.inspect(answer(418), spec, async () => answer(418), clock);
    expect([before > 0, clock.slept - before]).toEqual([true, 0]);
  });

  test('is undecided where it comes and goes without an end', async () => {
    const guard = await servedBefore();
    const turns = [200, ...Array<number>(200).fill(403)];
    const asked = guard.inspect(answer(403), spec, service(turns, [403]), sleeping());
    await expect(asked).rejects.toThrow(Inconclusive);
  });

  test('is no limit once wrong keys were tried', async () => {
    const guard = await servedBefore();
    guard.goes({ ...spec, credential: 'none' });
    const shown = await guard.inspect(answer(403), spec, service([403, 200], [200]), sleeping());
    expect(shown.response?.status).toBe(403);
  });
});

describe('a refusal that says it is one of a limit', () => {
  const said = (status: number, message = 'Rate limit exceeded, slow down') =>
    exchange({ status, body: { error: message } });
  /** Answers in turn to the control, and to the probe; the last one stays. */
  const answers = (control: ReturnType<typeof said>[], probe: ReturnType<typeof said>[]) => {
    const next = (left: ReturnType<typeof said>[]) => (left.length > 1 ? left.shift()! : left[0]!);
    return async ({ label }: RequestSpec) => next(label === spec.label ? probe : control);
  };
  const poor = { ...spec, credential: 'empty-wallet' } as const;

  test.each([
    ['400', 400, spec],
    ['402', 402, spec],
    ['404', 404, spec],
    ['422', 422, spec],
    ['400 to another key', 400, poor],
    ['403 to another key', 403, poor],
  ])('is that of everything: %s', async (_, status, asked) => {
    const guard = await servedBefore();
    const service = answers([said(status), answer(400)], [answer(422)]);
    const shown = await guard.inspect(said(status), asked, service, sleeping());
    expect([shown.response?.status, guard.seen() !== undefined]).toEqual([422, true]);
  });

  test('is looked at once for all that meet it at the time', async () => {
    const guard = await servedBefore();
    // Two of them show that errors mention limits here.
    let controls = 0;
    const service = async ({ label }: RequestSpec) => {
      if (label === spec.label) return answer(422);
      return ++controls < 6 ? said(400) : answer(400);
    };
    const clock = sleeping();
    const all = Array.from({ length: 20 }, () => guard.inspect(said(400), spec, service, clock));
    expect(new Set((await Promise.all(all)).map(({ response }) => response?.status))).toEqual(new Set([422]));
    expect([controls, clock.slept]).toEqual([6, 7_000]);
  });

  test.each([
    ['402, for longer than a wallet is waited for', 402],
    ['400', 400],
    ['403', 403],
  ])('leaves what it hit undecided when it does not end: %s', async (_, status) => {
    const [guard, clock] = [await servedBefore(), sleeping()];
    const service = async () => said(status);
    for (let i = 0; i < 2; i++)
      await expect(guard.inspect(said(status), spec, service, clock)).rejects.toThrow(
        /possibly a rate limit/,
      );
    expect(clock.slept).toBeGreaterThan(60_000);
    expect(clock.slept).toBeLessThan(120_000);
  });

  test('is the probe’s own where the control is refused in other words', async () => {
    const guard = await servedBefore();
    const own = said(422, 'max_tokens: limit exceeded');
    const shown = await guard.inspect(own, spec, answers([answer(422)], [own]), sleeping());
    expect([shown, guard.seen()]).toEqual([own, undefined]);
  });

  test.each([
    ['an empty wallet', said(402, 'quota exceeded'), poor],
    ['words about a value', said(422, 'max_tokens exceeds the limit'), spec],
  ])('is not looked at: %s', async (_, refused, asked) => {
    const guard = await servedBefore();
    const never = async () => {
      throw new Error('nothing is to be asked');
    };
    expect(await guard.inspect(refused, asked, never, sleeping())).toBe(refused);
  });
});

test('after a limit every request waits, and before it none does', async () => {
  const guard = await servedBefore();
  expect(guard.pace.goes()).toBe(0);
  await guard.inspect(answer(403), spec, service([403, 200], [200]), sleeping());
  // Each a little less than the one before.
  expect([guard.pace.goes(), guard.pace.goes()]).toEqual([50, 49.75]);
});
