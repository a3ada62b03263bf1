import { expect, it } from 'vitest';
import { facts, result, runLine } from '../testing/journal.ts';
import { lineCheck } from './line-check.ts';

/** Reads lines until one is refused; returns its number and the problem. */
function refusal(lines: Iterable<object>): string | undefined {
  const check = lineCheck(() => ({ text: '' }));
  let number = 0;
  try {
    for (const line of lines) check(Buffer.from(JSON.stringify(line)), ++number);
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
}

const first = runLine([facts('stream/framing')]);

it('a record has as many discoveries as the shards of a merged run write', () => {
  const discoveries = (count: number) => [first, ...Array(count).fill({ type: 'discovery', model: 'm' })];
  expect(refusal(discoveries(200))).toBeUndefined();
  expect(refusal(discoveries(201))).toMatch(/^line 202 .+ limit of 200 discoveries$/);
});

it.each([
  ['objects', {}],
  ['lists', []],
  ['numbers', 1],
])('results with many %s are refused before they fill the memory', (_, value) => {
  const extra = Array(15_000).fill(value);
  const lines = Array.from({ length: 500 }, (__, i) => ({ ...result(`stream/r${i}`, 'pass'), extra }));
  expect(refusal([first, ...lines])).toMatch(/^line \d+ .+ limit of 67108864 bytes for all results$/);
});
