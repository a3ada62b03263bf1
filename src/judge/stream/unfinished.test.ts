import { expect, test } from 'vitest';
import { exchange as made } from '../../testing/exchange.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { Inconclusive } from '../../vocabulary/undecidable.ts';
import { endedWithDone, isPart, wholeEvents } from './unfinished.ts';

const cut = (text: string): Exchange => ({
  ...made({ body: text, headers: { 'content-type': 'text/event-stream' } }),
  failure: { kind: 'cut', message: 'the body was cut off' },
});

test('a stream that broke off after its [DONE] has said all', async () => {
  const exchange = cut('data: {}\n\ndata: [DONE]\n\n');
  const whole = await endedWithDone(exchange);
  expect([whole.id, whole.failure]).toEqual([exchange.id, undefined]);
  expect(await endedWithDone(exchange)).toBe(whole);
});

test.each([
  ['before it', 'data: {}\n\n'],
  ['before its blank line', 'data: {}\n\ndata: [DONE]'],
  ['after another spelling', 'data: {}\n\ndata: [done]\n\n'],
])('one that broke off %s has not', async (_, text) => {
  const error = await endedWithDone(cut(text)).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(Inconclusive);
  expect((error as Inconclusive).blockedBy).toBe('stream/body-ends');
});

test.each([
  ['data: {"a":1}\n\ndata: {"b"', 'data: {"a":1}\n\n'],
  ['data: {"a":1}\r\n\r\ndata: {"b":2}\r\n', 'data: {"a":1}\r\n\r\n'],
  ['data: {"a"', undefined],
  ['', undefined],
])('of %j the whole events are read', (text, came) => {
  const part = wholeEvents(cut(text));
  expect(part && Buffer.from(part.response!.body.bytes).toString()).toBe(came);
  if (part) expect([isPart(part), part.failure?.kind]).toEqual([true, 'cut']);
});
