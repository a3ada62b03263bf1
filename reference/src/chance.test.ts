import { describe, expect, it } from 'vitest';
import { isUuid } from '../../src/contract/date-time.ts';
import { chance, uuid, word } from './chance.ts';

describe('what follows from a text', () => {
  it('is the same every time, and different for another text', () => {
    expect([uuid('a'), word('a', 8), chance('a')()]).toEqual([uuid('a'), word('a', 8), chance('a')()]);
    expect(new Set(['a', 'b', 'aa', ''].map((text) => uuid(text))).size).toBe(4);
  });

  it('is spread evenly', () => {
    const random = chance('even');
    const draws = Array.from({ length: 10_000 }, random);
    expect(draws.reduce((sum, draw) => sum + draw, 0) / draws.length).toBeCloseTo(0.5, 1);
    expect(draws.every((draw) => draw >= 0 && draw < 1)).toBe(true);
  });
});

describe('UUIDs', () => {
  it('are in form, and none comes twice among many', () => {
    const made = new Set<string>();
    for (let i = 0; i < 200_000; i++) made.add(uuid('record', i));
    expect(made.size).toBe(200_000);
    expect([...made].slice(0, 100).every(isUuid)).toBe(true);
  });
});
