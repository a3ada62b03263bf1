import { expect } from 'vitest';

/** How many times as large the larger input is. */
const LARGER = 4;
/** Less is not measured exactly. Microseconds. */
const MEASURABLE = 10_000;

/** The processor time of the faster of two runs, in microseconds: what else the machine does does not count. */
async function cost(run: () => unknown): Promise<number> {
  const costs: number[] = [];
  for (let i = 0; i < 2; i++) {
    const before = process.threadCpuUsage();
    await run();
    const { user, system } = process.threadCpuUsage(before);
    costs.push(user + system);
  }
  return Math.max(MEASURABLE, Math.min(...costs));
}

/**
 * Fails unless the processor time of `run` grows about as its input does: work that grows with the square of the size takes
 * four times as long as that.
 */
export async function expectLinear<T>(size: number, make: (size: number) => T, run: (input: T) => unknown) {
  const [small, large] = [make(size), make(LARGER * size)];
  const once = await cost(() => run(small));
  const more = await cost(() => run(large));
  expect(more / once, `processor time: ${once} µs, then ${more} µs`).toBeLessThan(2.5 * LARGER);
}
