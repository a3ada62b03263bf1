import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { expectLinear } from './steps.ts';

const text = (size: number) => 'ab'.repeat(size / 2);
const hashAll = (input: string) => createHmac('sha256', 'key').update(input).digest();

test.each<[string, (input: string) => unknown]>([
  ['one search', (input) => input.indexOf('c')],
  ['one match', (input) => /a*c/.test(input)],
  ['one hash', hashAll],
])('%s is linear', (_, run) => expectLinear(1000, text, run));

test.each<[string, (input: string) => unknown]>([
  [
    'a search from each character',
    (input) => {
      for (let at = 0; at < input.length; at++) input.indexOf('c', at);
    },
  ],
  [
    'a match in each rest',
    (input) => {
      for (let rest = input; rest !== ''; rest = rest.slice(1)) /c/.exec(rest);
    },
  ],
  [
    'a hash of the whole for each character',
    (input) => {
      for (const _ of input) hashAll(input);
    },
  ],
])('%s is not', async (_, run) => {
  await expect(expectLinear(1000, text, run)).rejects.toThrow(/steps: \d+, then/);
});
