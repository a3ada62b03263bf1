import { afterEach, describe, expect, test, vi } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { EventReader } from './event-reader.ts';

const DONE = 'data: [DONE]\n\n';

afterEach(() => {
  vi.doUnmock('eventsource-parser');
  vi.resetModules();
});

/** The payloads of a body that comes in pieces of so many bytes. */
function payloads(body: string, size: number): string[] {
  const bytes = Buffer.from(body);
  const reader = new EventReader();
  for (let at = 0; at < bytes.length; at += size) reader.feed(bytes.subarray(at, at + size));
  reader.feed();
  const found: string[] = [];
  for (let next = reader.next(); next !== undefined; next = reader.next()) found.push(next);
  return found;
}

test.each([1, 2, 5, 1 << 20])('events are the same in pieces of %i bytes', (size) => {
  const body = `data: {"a":"é👋🏽"}\r\n\r\ndata:{"b":1}\n\n${DONE}`;
  expect(payloads(body, size)).toEqual(['{"a":"é👋🏽"}', '{"b":1}', '[DONE]']);
});

test('many events are handed over in their order', () => {
  const body = Array.from({ length: 10_000 }, (_, n) => `data: ${n}\n\n`).join('');
  expect(payloads(body, 1000)).toEqual(Array.from({ length: 10_000 }, (_, n) => String(n)));
});

describe('two readers of one stream', () => {
  /** Parses with a library that sees what `change` makes of a payload. */
  async function parsed(body: string, change?: (payload: string) => string) {
    if (change) {
      vi.doMock('eventsource-parser', async (original) => {
        const library = await original<typeof import('eventsource-parser')>();
        return {
          ...library,
          createParser: ({ onEvent }: { onEvent(event: { data: string }): void }) =>
            library.createParser({ onEvent: (event) => onEvent({ ...event, data: change(event.data) }) }),
        };
      });
    }
    vi.resetModules();
    const { parseStream } = await import('./parsed-stream.ts');
    return parseStream(exchange({ body, headers: { 'content-type': 'text/event-stream' } }));
  }

  test.each([
    ['sound', `data: {"a":1}\n\n${DONE}`],
    ['without [DONE], which is told', 'data: {"a":1}\n\n'],
    ['without its last blank line, which is told', `data: {"a":1}\n\n${DONE.trimEnd()}`],
    ['with two lines in an event, which is told', `data: {"a":\ndata: 1}\n\n${DONE}`],
    ['of nothing', ''],
  ])('agree about one that is %s', async (_, body) => {
    await expect(parsed(body)).resolves.toMatchObject({ whole: true });
  });

  test('that disagree about a sound one are a defect of the suite, and no verdict', async () => {
    const other = parsed(`data: {"a":1}\n\n${DONE}`, (payload) => payload.replace('1', '2'));
    await expect(other).rejects.toThrow('two readers see other events in the stream of e1');
  });
});
