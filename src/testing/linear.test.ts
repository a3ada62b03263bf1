import { expect, test } from 'vitest';
import { expectLinear } from './linear.ts';

const text = (size: number) => 'ab'.repeat(size / 2);

test('one search is linear', () => expectLinear(30_000, text, (input) => input.indexOf('c')));

test('a match in each rest is not', async () => {
  const matchAll = (input: string) => {
    let found = 0;
    for (let rest = input; rest !== ''; rest = rest.slice(1)) if (/a*c/.test(rest)) found++;
    return found;
  };
  await expect(expectLinear(3_000, text, matchAll)).rejects.toThrow(/processor time: \d+ µs, then/);
});
