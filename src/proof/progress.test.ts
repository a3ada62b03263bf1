import { expect, test } from 'vitest';
import type { Io } from '../vocabulary/io.ts';
import { progress } from './progress.ts';

function shown(total: number, isTTY: boolean): string {
  let text = '';
  const stderr = { isTTY, write: (piece: string) => (text += piece) } as unknown as Io['stderr'];
  const { step, end } = progress(total, { stderr }, () => 61.4);
  for (let i = 0; i < total; i++) step();
  end();
  return text;
}

test('a log has a line for each twentieth', () => {
  const lines = shown(45, false).trimEnd().split('\n');
  expect(lines).toHaveLength(20);
  expect(lines[0]).toBe('prove: 3 of 45 after 61 s');
  expect(lines.at(-1)).toBe('prove: 45 of 45 after 61 s');
});

test('a log of little has none, and a terminal has one line', () => {
  expect(shown(5, false)).toBe('');
  expect(shown(2, true)).toBe('\r1 of 2 \r2 of 2 \r\x1b[K');
});

test('what is told stands in lines of its own', () => {
  let text = '';
  for (const isTTY of [false, true]) {
    const stderr = { isTTY, write: (piece: string) => (text += piece) } as unknown as Io['stderr'];
    progress(5, { stderr }, () => 0).tell('not caught: one');
  }
  expect(text).toBe('prove: not caught: one\n\r\x1b[Knot caught: one\n');
});
