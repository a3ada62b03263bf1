import { expect, test } from 'vitest';
import { Collector } from './collect.ts';

const MEGABYTE = 1024 * 1024;
const PIECE = 64 * 1024;
const BEGINNING = 4 * 1024;

/** Gives a body to a collector whose filter counts what it sees. */
async function collected(text: string) {
  let filtered = 0;
  const filter = {
    push(bytes: Buffer) {
      filtered += bytes.length;
      return bytes;
    },
    end: () => Buffer.alloc(0),
  };
  const collector = new Collector({ openFilters: () => [filter], onBody: () => {} });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length && !collector.excess; at += PIECE) {
    collector.push(bytes.subarray(at, at + PIECE), at);
  }
  const body = await collector.finish();
  return { excess: collector.excess?.message, filtered, body };
}

test('a large body of brackets is left before a filter keeps track of them', async () => {
  const { excess, filtered, body } = await collected('['.repeat(8e6));
  expect(excess).toBe('the body is nested deeper than 512 levels');
  expect([filtered, body.size, body.whole]).toEqual([0, BEGINNING, true]);
});

test('a million objects are left where they become too many', async () => {
  const { excess, body } = await collected(`\uFEFF [${Array(1e6).fill('{"a":{}}').join()}]`);
  expect(excess).toBe('the body has more than 50000 objects and lists');
  expect(body.size).toBeLessThan(MEGABYTE + PIECE);
});

const LISTS = `{"id":1,"more":[${'[1],'.repeat(51_000)}[2]]}`;
test.each([
  ['a body in memory', LISTS],
  ['an event', `data: {"id":0}\n\ndata: ${LISTS}\n\ndata: [DONE]\n\n`],
  ['an event among many', `${`data: {"id":"${'0'.repeat(600)}"}\n\n`.repeat(3_000)}data: ${LISTS}\n\n`],
])('%s with too many lists is too large, not broken', async (_, text) => {
  const { excess, body } = await collected(text);
  expect(excess).toBe('the body has more than 50000 objects and lists');
  expect(body.bytes.length).toBe(BEGINNING);
});

test.each([
  ['a stream of many small events', `data: {"id":[1]}\n\n`.repeat(60_000)],
  ['a stream of many large events', `data: {"a":[${'[1],'.repeat(200)}1]}\n\n`.repeat(900)],
  [
    'a large page of records',
    JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, text: '[['.repeat(99) }))),
  ],
  ['a table with brackets in its cells', `a,b\n${'[1],{2}\n'.repeat(400_000)}`],
])('%s is taken to its end', async (_, text) => {
  const { excess, filtered, body } = await collected(text);
  expect(excess).toBeUndefined();
  expect([filtered, body.size]).toEqual([text.length, text.length]);
});

test('of a body of tiny pieces only some hundred reads are kept', async () => {
  const collector = new Collector({});
  for (let at = 0; at < 50_000; at++) collector.push(Buffer.from(' '), at);
  await collector.finish();
  expect(collector.reads.length).toBeLessThanOrEqual(512);
  expect(collector.reads.reduce((sum, [, bytes]) => sum + bytes, 0)).toBe(50_000);
});
