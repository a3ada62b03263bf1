import { expect, it } from 'vitest';
import { LookedAt } from './looked-at.ts';

it('looks once at the same bytes, and again at others of the same length', () => {
  const before = new LookedAt<string>();
  let looks = 0;
  const at = (text: string) => before.at(Buffer.from(text), () => `${text} ${++looks}`);
  expect([at('one'), at('two'), at('one'), at('two')]).toEqual(['one 1', 'two 2', 'one 1', 'two 2']);
});

it('tells texts apart that are alike wherever it samples', () => {
  const before = new LookedAt<number>();
  const first = Buffer.alloc(10_000, 'a');
  const results = [...first.keys()]
    .filter((at) => at % 997 === 0)
    .map((at) => {
      const other = Buffer.from(first);
      other[at] = 0x62;
      return before.at(other, () => at);
    });
  expect(results).toEqual([...first.keys()].filter((at) => at % 997 === 0));
});

it('keeps a copy: what is written into a buffer later is another text', () => {
  const before = new LookedAt<string>();
  const buffer = Buffer.from('clean');
  before.at(buffer, () => 'clean');
  buffer.write('dirty');
  expect(before.at(buffer, () => 'dirty')).toBe('dirty');
  expect(before.at(Buffer.from('clean'), () => 'looked again')).toBe('clean');
});

it('looks again where what was made does not hold any longer', () => {
  const before = new LookedAt<number>();
  const text = Buffer.from('text');
  before.at(text, () => 1);
  expect(
    before.at(
      text,
      () => 2,
      (made) => made > 1,
    ),
  ).toBe(2);
  expect(
    before.at(
      text,
      () => 3,
      (made) => made > 1,
    ),
  ).toBe(2);
});

it('forgets beyond its bound', () => {
  const before = new LookedAt<number>();
  let looks = 0;
  const look = (i: number) => before.at(Buffer.alloc(100_000, `${i},`), () => ++looks);
  for (let i = 0; i < 60; i++) look(i);
  look(0);
  expect(looks).toBe(61);
});
