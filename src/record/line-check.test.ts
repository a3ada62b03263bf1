import { expect, it } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { facts, result, runLine } from '../testing/journal.ts';
import { lineCheck } from './line-check.ts';
import { exchangeLine } from './lines.ts';

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

it.each([
  [200, { type: 'discovery', model: 'm' }],
  [5_000, result('stream/framing', 'pass')],
])('a record has at most %d of %j', (most, line) => {
  const lines = [first, ...Array(most).fill(line)];
  expect(refusal(lines)).toBeUndefined();
  const limit = `limit of ${most} lines of type ${line.type}`;
  expect(refusal([...lines, line])).toBe(`line ${most + 2} of the record exceeds the ${limit}`);
});

it('an exchange has an id of its own', () => {
  const { id: _, ...line } = exchangeLine(exchange({}));
  const lines = ['e1', 'e2', 'e1'].map((id) => ({ ...line, id }));
  expect(refusal([first, ...lines])).toBe('line 4 of the record has the id of an earlier exchange');
});

it.each([
  ['objects', {}],
  ['lists', []],
  ['numbers', 1],
])('results with many %s are refused before they fill the memory', (_, value) => {
  const extra = Array(15_000).fill(value);
  const lines = Array.from({ length: 500 }, (__, i) => ({ ...result(`stream/r${i}`, 'pass'), extra }));
  expect(refusal([first, ...lines])).toMatch(/^line \d+ .+ limit of 8388608 bytes for all results$/);
});

it.each([
  ['labels', { label: 'x'.repeat(60_000) }],
  ['failures', { failure: { kind: 'x'.repeat(60_000), message: '' } }],
])('%s of requests together are refused before they fill the memory', (_, large) => {
  const { id: __, ...line } = exchangeLine(exchange({}));
  const lines = Array.from({ length: 600 }, (___, i) => ({ ...line, id: `e${i}`, ...large }));
  expect(refusal([first, ...lines.slice(0, 500)])).toBeUndefined();
  expect(refusal([first, ...lines])).toMatch(
    /^line \d+ .+ limit of 33554432 characters for names of requests$/,
  );
});

it('bodies in files together are refused before they take hours to read', () => {
  const { id: _, ...line } = exchangeLine(exchange({}));
  const response = { ...line.response, size: 2 ** 30, file: 'bodies/e0.zst' };
  const lines = ['e0', 'e1', 'e2', 'e3', 'e4'].map((id) => ({ ...line, id, response }));
  expect(refusal([first, ...lines.slice(0, 4)])).toBeUndefined();
  expect(refusal([first, ...lines])).toBe(
    'line 6 of the record exceeds the limit of 4294967296 bytes for bodies in files',
  );
});
