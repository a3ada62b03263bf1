import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quote } from './finding.ts';
import { type FramingKind, FramingReader } from './framing-reader.ts';

const A = 'data: {"a":1}\n\n';
const DONE = 'data: [DONE]\n\n';

function read(body: string | Uint8Array, size = Number.MAX_SAFE_INTEGER) {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const events: [payload: string, offset: number, lines: number][] = [];
  const reader = new FramingReader((...event) => events.push(event));
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  const { irregularities, ...rest } = reader.end();
  return { ...rest, events, kinds: [...irregularities.keys()], irregularities };
}

describe('well-framed streams', () => {
  test.each([
    ['LF', `${A}${DONE}`],
    ['no space after the colon', 'data:{"a":1}\n\ndata:[DONE]\n\n'],
    ['CRLF', `${A}${DONE}`.replaceAll('\n', '\r\n')],
    ['mixed LF and CRLF', 'data: {"a":1}\r\n\ndata: [DONE]\n\r\n'],
    ['characters of several bytes', `data: {"a":"é 👋🏽 ‮"}\n\n${DONE}`],
    ['nothing but the end', DONE],
  ])('%s', (_, body) => {
    for (const size of [1, 2, 3, 64, 1 << 20]) expect(read(body, size).kinds).toEqual([]);
  });

  test('events come with their byte offsets', () => {
    const body = `data: {"a":"é"}\n\n${A}${DONE}`;
    expect(read(body, 5).events).toEqual([
      ['{"a":"é"}', 0, 1],
      ['{"a":1}', 18, 1],
    ]);
  });
});

describe('irregular streams', () => {
  const table: [name: string, body: string | Uint8Array, kinds: FramingKind[], offset?: number][] = [
    ['nothing at all', '', ['done-missing'], 0],
    ['no end', A, ['done-missing'], 15],
    ['an end in the middle of an event', `${A}data: {"b"`, ['done-missing'], 15],
    ['[DONE] without blank line', `${A}data: [DONE]\n`, ['done-without-blank-line'], 15],
    ['[DONE] without any line end', `${A}data: [DONE]`, ['done-without-blank-line'], 15],
    ['[DONE] with a space', `${A}data: [DONE] \n\n`, ['done-misspelt'], 15],
    ['[DONE] in quotes', `${A}data: "[DONE]"\n\n`, ['done-misspelt'], 15],
    ['[done]', `${A}data: [done]\n\n`, ['done-misspelt'], 15],
    ['[DONE] twice', `${A}${DONE}${DONE}`, ['done-repeated'], 29],
    ['an event after [DONE]', `${A}${DONE}${A}`, ['event-after-done'], 29],
    ['text after [DONE]', `${A}${DONE}bye`, ['event-after-done'], 29],
    ['a blank line after [DONE]', `${A}${DONE}\n`, ['line-after-done'], 29],
    ['a comment after [DONE]', `${A}${DONE}: bye\n`, ['line-after-done'], 29],
    ['a comment', `: ping\n\n${A}${DONE}`, ['comment'], 0],
    ['a comment within an event', `: ping\n${A}${DONE}`, ['comment'], 0],
    ['an event field', `event: message\n${A}${DONE}`, ['other-field'], 0],
    ['an id field', `${A}id: 7\n${DONE}`, ['other-field'], 15],
    ['a retry block', `retry: 3000\n\n${A}${DONE}`, ['other-field'], 0],
    ['an extra blank line', `${A}\n${DONE}`, ['extra-blank-line'], 15],
    ['lone CRs', `${A}${DONE}`.replaceAll('\n', '\r'), ['lone-cr'], 13],
    ['a byte-order mark', `\ufeff${A}${DONE}`, ['byte-order-mark'], 0],
    ['a line that is not a field', `${A}{"a":1}\n\n${DONE}`, ['stray-line'], 15],
    ['no blank line between events', 'data: {"a":1}\ndata: [DONE]\n\n', ['several-data-lines'], 14],
    ['pretty JSON', `data: {\ndata: "a":1}\n\n${DONE}`, ['several-data-lines'], 8],
    [
      'a lone byte of a character',
      Buffer.from(`data: {"a":"\xe9"}\n\n${DONE}`, 'latin1'),
      ['invalid-utf8'],
      12,
    ],
    [
      'half a character at the end',
      Buffer.concat([Buffer.from(`${A}${DONE}: `), Buffer.from([0xf0, 0x9f])]),
      ['invalid-utf8', 'line-after-done'],
      31,
    ],
  ];
  test.each(table)('%s', (_, body, kinds, offset) => {
    for (const size of [1, 7, 1 << 20]) {
      const found = read(body, size);
      expect(found.kinds).toEqual(kinds);
      if (offset !== undefined) expect(found.irregularities.get(kinds[0]!)?.offset).toBe(offset);
    }
  });
});

test('events without blank lines between them are handed over together, and their end is seen', () => {
  const { events, kinds } = read('data: {"a":1}\ndata: {"b":2}\ndata: [DONE]\n\n');
  expect(kinds).toEqual(['several-data-lines']);
  expect(events).toEqual([['{"a":1}\n{"b":2}', 0, 3]]);
});

test('a line that is too long is passed over, and the rest is judged', () => {
  const reader = new FramingReader();
  for (let i = 0; i < 40; i++) reader.push(Buffer.alloc(1 << 20, 'x'));
  reader.push(Buffer.from(`\n\n${DONE}`));
  const { irregularities, size } = reader.end();
  expect([...irregularities.keys()]).toEqual(['line-too-long', 'extra-blank-line']);
  expect(size).toBe(40 * (1 << 20) + 2 + DONE.length);
});

test('the cut of the network does not matter, and a lenient parser sees the same events', () => {
  const line = fc.constantFrom('data: {"x":"é👋"}', 'data:1', ': c', 'event: e', '', 'data: [DONE]', 'id: 1');
  const stream = fc.array(line, { maxLength: 20 }).map((lines) => `${lines.join('\n')}\n\n`);
  fc.assert(
    fc.property(stream, fc.integer({ min: 1, max: 9 }), (body, size) => {
      const cut = read(body, size);
      expect(cut).toEqual(read(body));
      const seen: string[] = [];
      const parser = createParser({ onEvent: ({ data }) => seen.push(data) });
      parser.feed(body);
      const end = seen.findIndex((data) => data === '[DONE]' || data.endsWith('\n[DONE]'));
      const before = end < 0 ? seen : seen.slice(0, end);
      const ours = cut.events.map(([payload]) => payload);
      expect(ours.slice(0, before.length)).toEqual(before);
    }),
    { numRuns: 200 },
  );
});

test.each(['\n', '\r\n', '\r'])('a blank line too many is quoted as it stands: %j', (end) => {
  const reader = new FramingReader();
  reader.push(Buffer.from(`data: {}${end}${end}${end}data: [DONE]${end}${end}`));
  const { irregularities } = reader.end();
  expect(irregularities.get('extra-blank-line')?.sample).toBe(quote(end));
});

test('an event of very many lines takes the memory of some of them', () => {
  let longest = 0;
  let lines = 0;
  const reader = new FramingReader((payload, _, dataLines) => {
    longest = payload.length;
    lines = dataLines;
  });
  reader.push(Buffer.from(`${'data:x\n'.repeat(50_000)}\n`));
  expect(reader.end().irregularities.get('several-data-lines')?.count).toBe(49_999);
  expect([lines, longest < 25_000]).toEqual([50_000, true]);
});
