import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ENCODINGS, NESTED } from '../../../reference/src/hostile/leak/encodings.ts';
import { createRedactor } from '../redact.ts';
import { madeKeysOf } from './made-keys.ts';

const KEY = 'sk-live-7Qb0zX+fPw/Lk93mYtRc8vNdHs2UeJgA5oIq4WxZ1';
const redactor = createRedactor([KEY]);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');
const delta = (index: number, content: string) =>
  `{"index":${index},"delta":{"content":${JSON.stringify(content)}}}`;

/** A frame for other programs: four bytes that a decoder skips. */
const SKIPPED_FRAME = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4]);

test.each([
  ['hex of base64', hex(base64(KEY))],
  ['base64 of hex', base64(hex(KEY))],
  ['base64 of url-encoded', base64(encodeURIComponent(KEY))],
  ['base64 of other-case', base64(KEY.toUpperCase())],
  ['json-escaped of base64', base64(KEY).replace(/./g, (c) => `\\u00${hex(c)}`)],
  ['url-encoded of html-escaped', encodeURIComponent([...KEY].map((c) => `&#${c.charCodeAt(0)};`).join(''))],
  ['compressed', gzipSync(`{"key":"${KEY}"}`)],
  ['compressed', deflateSync(`{"key":"${KEY}"}`, { windowBits: 9 })],
  ['compressed', deflateSync(`{"key":"${KEY}"}`, { windowBits: 14 })],
  ['compressed', Buffer.concat([Buffer.from('\n'), gzipSync(`{"key":"${KEY}"}`)])],
  ['compressed', Buffer.concat([Buffer.from([0xff, 0xfe, 1]), gzipSync(`{"key":"${KEY}"}`)])],
  ['compressed', Buffer.concat([Buffer.from('\n'), zstdCompressSync(`{"key":"${KEY}"}`)])],
  ['compressed', Buffer.concat([zstdCompressSync('the first frame'), zstdCompressSync(KEY)])],
  ['compressed', Buffer.concat([SKIPPED_FRAME, zstdCompressSync(KEY)])],
  ['compressed', Buffer.concat([zstdCompressSync(`the key is ${KEY} ${KEY}`), Buffer.from('\nmore')])],
  ['compressed', gzipSync(gzipSync(gzipSync(`{"key":"${KEY}"}`)))],
  ['compressed', brotliCompressSync(gzipSync(`{"key":"${KEY}"}`))],
  ['compressed', deflateSync(zstdCompressSync(brotliCompressSync(`{"key":"${KEY}"}`)))],
  ['html-escaped', [...KEY].map((c) => `&#${'0'.repeat(40)}${c.charCodeAt(0)};`).join('')],
  ['html-escaped', [...KEY].map((c) => `&#x${'0'.repeat(40)}${hex(c)};`).join('')],
  ['json-escaped', [...KEY].map((c) => `${'\\'.repeat(40)}u00${hex(c)}`).join('')],
  ['json-escaped', KEY.replace(/./g, (c) => `\\U00${hex(c)}`)],
  ['utf-16', Buffer.from(`\ufeff{"key":"${KEY}"}`, 'utf16le')],
  ['utf-16', Buffer.from(`{"key":"${KEY}"}`, 'utf16le').swap16()],
  ['utf-16 of base64', Buffer.from(base64(KEY), 'utf16le')],
  ['compressed of base64', brotliCompressSync(`key ${base64(KEY)}`)],
])('%s is found by that name', (name, text) => {
  expect(redactor.finds(Buffer.from(text))).toEqual([name]);
});

const wide = Buffer.from(KEY, 'utf16le');
const part = (write: (code: number) => string) => KEY.replace(/[0bX+/]/g, (c) => write(c.charCodeAt(0)));
test.each<[string, Buffer | string, string]>([
  ['UTF-16', wide, 'utf-16'],
  ['UTF-16 of the other order', Buffer.from(wide).swap16(), 'utf-16'],
  ['some of it escaped for JSON', part((c) => `\\u00${c.toString(16)}`), 'json-escaped'],
  ['some of it escaped for URLs', part((c) => `%${c.toString(16)}`), 'url-encoded'],
  ['some of it escaped for HTML', part((c) => `&#x${c.toString(16).padStart(4, '0')};`), 'html-escaped'],
  ['names of HTML', KEY.replaceAll('/', '&sol;').replaceAll('+', '&plus;'), 'html-escaped'],
])('%s is found and hidden within Base64 and hex', (_, text, name) => {
  const bytes = Buffer.from(text);
  for (const before of ['', ':', 'u:']) {
    const base64 = `x ${Buffer.concat([Buffer.from(before), bytes]).toString('base64')}`;
    expect(redactor.finds(base64)).toEqual([`base64 of ${name}`]);
    expect(redactor.text(base64)).toMatch(/^x [\w+/]{0,4}\*{60,}[\w+/]{0,3}=*$/);
  }
  expect(redactor.finds(bytes.toString('hex'))).toEqual([`hex of ${name}`]);
  expect(redactor.text(`a${bytes.toString('hex')}`)).toMatch(/^a(?:\*|00){90,}$/);
});

test.each([
  ['url-encoded', [...wide].map((c) => `%${hex(String.fromCharCode(c))}`).join('')],
  ['url-encoded', KEY.replace(/./g, (c) => `${encodeURIComponent(c)}%00`)],
  ['json-escaped', [...wide].map((c) => `\\u00${hex(String.fromCharCode(c))}`).join('')],
  ['html-escaped', [...wide].map((c) => `&#${c};`).join('')],
  ['html-escaped', [...wide].map((c) => `&#x${c.toString(16)};`).join('')],
])('%s UTF-16 is found', (name, text) => expect(redactor.finds(text)).toEqual([name]));

describe('a key of many signs is hidden whole', () => {
  const SIGNS = 'sk-a"b\\c\'d<e>&foo%2Fg$1{key}zZ9012345';
  const html = (text: string) =>
    text.replace(/[&"<>']/g, (c) => `&${{ '&': 'amp', '"': 'quot', '<': 'lt', '>': 'gt' }[c] ?? '#39'};`);
  test.each([
    ['for HTML', html(SIGNS)],
    ['for HTML twice', html(html(SIGNS))],
    ['for JSON', JSON.stringify(SIGNS).slice(1, -1)],
    ['for JSON twice', JSON.stringify(JSON.stringify(SIGNS)).slice(3, -3)],
  ])('when escaped %s', (_, text) => {
    expect(createRedactor([SIGNS]).text(`key ${text} end`)).toBe(`key ${'*'.repeat(text.length)} end`);
  });
});

describe('keys that were made of the key', () => {
  const both = createRedactor([KEY, ...madeKeysOf(KEY)]);
  test.each(madeKeysOf(KEY))('%s is hidden whole, in Base64 too', (made) => {
    expect(both.text(`key ${made}!`)).toBe(`key ${'*'.repeat(made.length)}!`);
    expect(both.text(base64(`${made}:`)).replace(/\*+/, '')).toMatch(/^\w{0,3}=*$/);
  });

  test('are told apart from the key by the value', () => {
    const only = { keys: new Set([KEY]), made: new Set<string>() };
    const ways = { ...ENCODINGS, ...NESTED };
    const missed = Object.keys(ways).filter(
      (way) => both.finds(Buffer.from(ways[way]!(KEY)), only).length === 0,
    );
    expect(missed).toEqual([]);
    expect(both.finds(Buffer.from(`${KEY.slice(0, 10)} nothing`), only)).toEqual([]);
  });
});

describe('the deltas of one choice', () => {
  const pieces = KEY.match(/.{1,3}/g)!;
  test.each<[string, (piece: string, turn: number) => string]>([
    [
      'choices in turns',
      (p) => `data: {"choices":[${delta(0, 'x')}]}\n\ndata: {"choices":[${delta(1, p)}]}\n\n`,
    ],
    ['two choices in a chunk', (p) => `data: {"choices":[${delta(0, 'x')},${delta(1, p)}]}\n\n`],
    [
      'an index behind its delta',
      (p) =>
        `data: {"choices":[{"delta":{"content":"${p}"},"index":0},{"delta":{"content":"x"},"index":1}]}\n\n`,
    ],
    [
      'two calls in a delta',
      (p) =>
        `data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"x"}},{"index":1,"function":{"arguments":"${p}"}}]}}]}\n\n`,
    ],
    [
      'an index of something else',
      (p, turn) =>
        `data: {"choices":[{"index":1,"meta":{"index":${turn}},"delta":{"role":"x","index":${turn},"content":"${p}"}}]}\n\n`,
    ],
    [
      'several lines of data',
      (p) => `data: {"choices":[{"index":0,\ndata: "delta":\ndata: {"content":"${p}"}}]}\n\n`,
    ],
    ['a name with escapes', (p) => `data: {"choices":[{"index":0,"\\u0064elta":{"content":"${p}"}}]}\n\n`],
    [
      'a list of parts',
      (p) => `data: {"choices":[{"delta":{"content":[{"text":"x"},{"text":"${p}"}]}}]}\n\n`,
    ],
    [
      'names in turns',
      (p, turn) =>
        ['content', 'c\\u006fntent'].map(
          (n) => `data: {"choices":[{"index":0,"delta":{"${n}":"${p}"}}]}\n\n`,
        )[turn % 2]!,
    ],
    ['log probabilities', (p) => `data: {"choices":[{"logprobs":{"content":[{"token":"${p}"}]}}]}\n\n`],
    ['another member of a choice', (p) => `data: {"choices":[{"text":"${p}","delta":{"content":"x"}}]}\n\n`],
    ['a whole message', (p) => `data: {"choices":[{"index":0,"message":{"content":"${p}"}}]}\n\n`],
    ['a member of the event', (p) => `data: {"id":"${p}","choices":[${delta(0, 'x')}]}\n\n`],
    ['members in turns', (p, turn) => `data: {"choices":[{"index":0,"delta":{"m${turn}":"${p}"}}]}\n\n`],
    [
      'spellings of the index in turns',
      (p, turn) =>
        `data: {"choices":[{"index":${['0', '0.0', '-0', ' \t         0'][turn % 4]},"delta":{"content":"${p}"}}]}\n\n`,
    ],
  ])('%s', (_, event) => {
    const stream = `${pieces.map(event).join('')}data: [DONE]\n\n`;
    const hidden = redactor.text(stream);
    expect(redactor.finds(Buffer.from(stream))).toEqual(['split']);
    expect(hidden).toHaveLength(stream.length);
    expect(hidden).toBe(
      `${pieces.map((p, turn) => event('*'.repeat(p.length), turn)).join('')}data: [DONE]\n\n`,
    );
  });

  const stream = pieces.map((p) => `data: {"choices":[${delta(0, p)}]}\n\n`).join('');
  test.each([
    ['line feeds first', '\n'.repeat(70) + stream],
    ['an unknown field first', `x: y\n\n${stream}`],
    ['a byte order mark first', `\ufeff${stream}`],
    ['lines that end at a carriage return', stream.replaceAll('\n', '\r')],
    ['lines that end at both', stream.replaceAll('\n', '\r\n')],
    ['comments that end at a carriage return', stream.replaceAll('data:', ': c\rdata:')],
  ])('are found behind %s', (_, text) => {
    expect(redactor.text(text)).toBe(
      pieces.reduce((left, p) => left.replace(`"${p}"`, `"${'*'.repeat(p.length)}"`), text),
    );
    expect(redactor.finds(Buffer.from(text))).toEqual(['split']);
  });

  test.each([
    ['behind', (p: string, pad: string) => `data: {"choices":[${delta(0, p)}],"pad":"${pad}"}\n\n`],
    ['before', (p: string, pad: string) => `data: {"pad":"${pad}","choices":[${delta(0, p)}]}\n\n`],
  ])('are joined over the blocks of a large stream, with much %s each', (_, event) => {
    const sizes = [3, 20_000, 150_000];
    for (const size of sizes) {
      const text = `${'data: {}\n\n'.repeat(50_000)}${pieces.map((p) => event(p, 'q'.repeat(size))).join('')}`;
      const filter = redactor.filter();
      const out: string[] = [];
      for (let at = 0; at < text.length; at += 65_536)
        out.push(filter.push(Buffer.from(text.slice(at, at + 65_536))).toString());
      out.push(filter.end().toString());
      expect(filter.found?.()).toEqual(['split']);
      const said = [...out.join('').matchAll(/"content":"(.*?)"/g)].map(([, one]) => one).join('');
      expect(said).toHaveLength(KEY.length);
      expect(said).toMatch(/^.{0,11}\*+$/);
    }
  });

  test.each([0, 1, 700, 1_999])('are hidden among those of 2000 choices, in choice %i', (place) => {
    const others = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => `data: {"choices":[${delta(from + i, 'x')}]}\n\n`).join('');
    const [before, after] = [others(0, place), others(place + 1, 2_000)];
    const text = pieces.map((p) => `${before}data: {"choices":[${delta(place, p)}]}\n\n${after}`).join('');
    const hidden = redactor.text(text);
    expect(hidden).toHaveLength(text.length);
    const said = [...hidden.matchAll(/"index":(\d+),"delta":\{"content":"(.*?)"/g)];
    const left = said.map(([, index, piece]) => (Number(index) === place ? piece : '')).join('');
    expect(left).toMatch(/^.{0,11}\*+$/);
    expect(left).toHaveLength(KEY.length);
  });

  test('are not joined with those of another', () => {
    const other = pieces.map((p, i) => `data: {"choices":[${delta(i % 2, p)}]}\n\n`).join('');
    expect(redactor.text(other)).toBe(other);
  });
});

test('characters of UTF-16 are hidden one by one', () => {
  const text = (key: string) => Buffer.from(`{"key":"${key}"}`, 'utf16le');
  expect(redactor.bytes(text(KEY))).toEqual(text('*'.repeat(KEY.length)));
});

describe('a compressed body', () => {
  test('that is larger than it may be is hidden as a whole, without a word of a key', () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    expect(
      Buffer.from(redactor.bytes(bomb)).every((byte) => byte === 0x2a || byte === 0x0a || byte === 0x0d),
    ).toBe(true);
    expect(redactor.finds(bomb)).toEqual([]);
  });

  test('that comes in blocks is hidden behind the first one', () => {
    const noise = Array.from({ length: 80_000 }, (_, i) => `${(i * 2_654_435_761) % 1e9}`).join(',');
    const body = gzipSync(`${KEY}${noise}${KEY}`);
    const filter = redactor.filter();
    const out = Buffer.concat([
      filter.push(body.subarray(0, 200_000)),
      filter.push(body.subarray(200_000)),
      filter.end(),
    ]);
    expect(body.length).toBeGreaterThan(300_000);
    expect(filter.found?.()).toEqual(['compressed']);
    expect(out.subarray(200_000).every((byte) => byte === 0x2a || byte === 0x39)).toBe(true);
  });
});
