import { expect, test } from 'vitest';
import { Joined } from './joined.ts';

test('pieces of one turn are handed on together, in their order, and a large one at once', async () => {
  const handed: string[] = [];
  const joined = new Joined((piece) => handed.push(piece.toString()));
  const push = (text: string) => joined.push(Buffer.from(text));
  push('a');
  push('b');
  expect(handed).toEqual([]);
  await Promise.resolve();
  expect(handed).toEqual(['ab']);
  push('c');
  push('d'.repeat(4_096));
  expect(handed.at(-1)).toBe(`c${'d'.repeat(4_096)}`);
  for (let n = 0; n < 100_000; n++) push('e');
  joined.flush();
  expect(handed.length).toBeLessThan(200);
  expect(handed.join('')).toHaveLength(2 + 1 + 4_096 + 100_000);
});
