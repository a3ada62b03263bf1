import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { LineEnd } from './line.ts';

const heard = async (end: LineEnd): Promise<string[]> => {
  const pieces: string[] = [];
  for await (const piece of end) pieces.push(String(piece));
  return pieces;
};

describe('a connection inside the process', () => {
  test('brings what is written in order, and the end', async () => {
    const [one, other] = LineEnd.pair();
    const hears = heard(other);
    one.write('a');
    await new Promise(setImmediate);
    one.write('');
    one.write('bc');
    one.end('d');
    expect((await hears).join('')).toBe('abcd');
  });

  test('makes the writer wait until his piece was read', async () => {
    const [one, other] = LineEnd.pair();
    let taken = false;
    one.write(Buffer.alloc(1 << 20), () => {
      taken = true;
    });
    await new Promise(setImmediate);
    expect(taken).toBe(false);
    other.resume();
    await new Promise(setImmediate);
    expect(taken).toBe(true);
  });

  test('ends for the one when the other goes away', async () => {
    const [one, other] = LineEnd.pair();
    one.destroy();
    expect(await heard(other)).toEqual([]);
  });

  test('breaks for who writes to one that went away, and for whom is in the middle of it', async () => {
    for (const before of [true, false]) {
      const [one, other] = LineEnd.pair();
      if (before) other.destroy();
      const broken = once(one, 'error');
      one.write(Buffer.alloc(1 << 20));
      if (!before) other.destroy();
      expect(await broken).toMatchObject([{ code: 'EPIPE' }]);
    }
  });

  test('is reset for the other', async () => {
    const [one, other] = LineEnd.pair();
    other.resume();
    const broken = once(other, 'error');
    one.resetAndDestroy();
    expect(await broken).toMatchObject([{ code: 'ECONNRESET' }]);
  });
});
