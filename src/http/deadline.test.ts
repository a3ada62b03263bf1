import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { deadline } from './deadline.ts';

/** Keeps the process busy, in pieces between which timers get their turn. */
async function work(ms: number): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end; ) {
    for (const piece = performance.now() + 10; performance.now() < piece; );
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('time that the process spends at work does not count', async () => {
  let passed = false;
  const wait = deadline(300, () => (passed = true));
  await work(500);
  expect(passed).toBe(false);
  await expect.poll(() => passed).toBe(true);
  wait.end();
});

test('work does not put it off for ever', async () => {
  let passed = false;
  deadline(50, () => (passed = true));
  await work(1_000);
  expect(passed).toBe(true);
});

test('it is not called once it was ended', async () => {
  let passed = false;
  deadline(20, () => (passed = true)).end();
  await pause(100);
  expect(passed).toBe(false);
});

test('what came while the process was busy is read before it is called', async () => {
  let passed = false;
  const wait = deadline(50, () => (passed = true));
  for (const end = performance.now() + 400; performance.now() < end; );
  setImmediate(() => wait.restart());
  await pause(20);
  expect(passed).toBe(false);
  await expect.poll(() => passed).toBe(true);
});
