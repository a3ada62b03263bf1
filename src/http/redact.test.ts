import { describe, expect, test } from 'vitest';
import { testSettings } from '../testing/settings.ts';
import { createRedactor, reportedOf, secretsOf } from './redact.ts';
import { madeKeysOf } from './secrets/made-keys.ts';

const KEY = 'sk-Live/0123+456789';
const redactor = createRedactor([KEY, 'abc']);
const b64 = (text: string) => Buffer.from(text).toString('base64');
const hex = Buffer.from(KEY).toString('hex');

const forms: [string, string, string][] = [
  ['plain', `key ${KEY}.`, 'plain'],
  ['in Base64', b64(KEY), 'base64'],
  ['in Base64 after one byte', b64(`:${KEY}`), 'base64'],
  ['in Base64 after two bytes', b64(`ab${KEY}`), 'base64'],
  ['inside a longer Base64', b64(`{"user":"me","password":"${KEY}","more":true}`), 'base64'],
  ['in Base64 for URLs', Buffer.from(`a:${KEY}??`).toString('base64url'), 'base64'],
  ['URL-encoded', encodeURIComponent(KEY), 'url-encoded'],
  ['percent for percent', hex.replace(/../g, '%$&'), 'url-encoded'],
  ['with its slash escaped', KEY.replace('/', '\\/'), 'json-escaped'],
  [
    'in Unicode escapes',
    [...KEY].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join(''),
    'json-escaped',
  ],
  ['reversed', [...KEY].reverse().join(''), 'reversed'],
  ['in hex', hex.toUpperCase(), 'hex'],
  ['in lower case', KEY.toLowerCase(), 'other-case'],
];

describe('a secret is hidden in each of its forms', () => {
  test.each(forms)('%s', (_, text, name) => {
    const bytes = Buffer.from(text, 'latin1');
    const hidden = Buffer.from(redactor.bytes(bytes));
    expect(hidden).toHaveLength(bytes.length);
    expect(redactor.finds(hidden)).toEqual([]);
    expect(hidden.toString('latin1')).toMatch(/\*{10}/);
    expect(redactor.finds(bytes)).toContain(name);
  });

  test.each(forms)('%s, wherever the pieces are cut', (_, text) => {
    const bytes = Buffer.from(`before ${text} after`, 'latin1');
    const whole = Buffer.from(redactor.bytes(bytes)).toString('latin1');
    for (const size of [1, 2, 3, 7, 100]) {
      const filter = redactor.filter();
      const out: Buffer[] = [];
      for (let i = 0; i < bytes.length; i += size) {
        out.push(Buffer.from(filter.push(bytes.subarray(i, i + size))));
      }
      out.push(filter.end());
      expect(Buffer.concat(out).toString('latin1')).toBe(whole);
      expect(filter.found?.()).toEqual(redactor.finds(bytes));
    }
  });

  test('split over the deltas of an event stream', () => {
    const event = (index: number, content: string) =>
      `data: {"choices":[{"index":${index},"delta":{"content":${JSON.stringify(content)}}}]}\n\n`;
    const stream = Buffer.from(
      event(0, 'it is sk-Li') +
        event(1, 'no') +
        event(0, 've/0123') +
        event(1, 'thing') +
        event(0, '+456789!'),
    );
    expect(redactor.finds(stream)).toEqual(['split']);
    const hidden = Buffer.from(redactor.bytes(stream));
    expect(hidden).toHaveLength(stream.length);
    expect(hidden.toString()).toContain('"it is *****"');
    expect(hidden.toString()).toContain('"*******!"'.replace('*******', '*'.repeat(7)));
    expect(hidden.toString()).toContain('"thing"');
  });

  test('far into a large body', () => {
    const filter = redactor.filter();
    const filler = Buffer.alloc(65_530, 0x2e);
    for (const piece of [filler, filler, Buffer.from(KEY), filler]) filter.push(piece);
    filter.end();
    expect(filter.found?.()).toEqual(['plain']);
  });
});

describe('what is no secret stays', () => {
  test.each(['prompt_tokens', '{"usage":{"total_tokens":7}}', 'sk-Live/01', 'abc', ''])('%s', (text) => {
    const bytes = Buffer.from(text);
    expect(redactor.bytes(bytes)).toBe(bytes);
    expect(redactor.text(text)).toBe(text);
    expect(redactor.finds(bytes)).toEqual([]);
  });

  test('without secrets nothing is changed', () => {
    const none = createRedactor(['', 'abc']);
    expect(none.text('abc')).toBe('abc');
    expect(none.filter().push(Buffer.from('abc')).toString()).toBe('abc');
  });
});

test('a string of a value is read as by itself: deltas of a stream are joined there, too', () => {
  const delta = (content: string) => `data: {"choices":[{"index":0,"delta":{"content":"${content}"}}]}\n\n`;
  const stream = [KEY.slice(0, 9), KEY.slice(9, 15), KEY.slice(15)].map(delta).join('');
  const redactor = createRedactor([KEY]);
  const value = redactor.value({ before: 'a word', stream });
  expect(value.stream).toBe(redactor.text(stream));
  expect(value.stream).not.toBe(stream);
});

test('JSON is redacted in strings and in names', () => {
  expect(redactor.value({ [KEY]: [`x${KEY}`, 1, null, { a: 'b' }] })).toEqual({
    ['*'.repeat(KEY.length)]: [`x${'*'.repeat(KEY.length)}`, 1, null, { a: 'b' }],
  });
});

test('a secret too short to be looked for is hidden in what we send', () => {
  expect(redactor.sent('Bearer abc')).toBe('Bearer ***');
});

test('the secrets of a run', () => {
  const settings = testSettings('https://me:pass%20word@host', {
    extraHeaders: [
      ['X-Gate', 'Token gate-0123456789'],
      ['X-Team', 'team-0123456789ab'],
      ['Origin', 'https://me:pass%20word@other'],
      ['Cookie', 'x=https://host/; session=0123456789abcdef'],
      ['X-Proxy', `Basic ${b64('me:behind the gate')}`],
      ['Accept', 'application/json'],
    ],
  });
  const secrets = secretsOf(settings, { main: KEY }, { HTTPS_PROXY: 'http://p:proxy-secret@proxy:3128' });
  expect(secrets.sort()).toEqual(
    [
      KEY,
      ...madeKeysOf(KEY),
      'Token gate-0123456789',
      'gate-0123456789',
      '0123456789abcdef',
      'pass%20word',
      'pass word',
      'proxy-secret',
      `Basic ${b64('me:behind the gate')}`,
      b64('me:behind the gate'),
      'me:behind the gate',
      'behind the gate',
    ].sort(),
  );
});

test.each([
  ['Origin', 'http://service.test:8100'],
  ['HTTP-Referer', 'http://service.test:8100/app'],
  ['X-Api-Key', 'http://service.test:8100'],
  ['Cookie', 'from=service.test:8100; id=7'],
  ['X-Team', 'team-0123456789ab'],
])('the address of the service stays, whatever headers are sent: %s', (name, value) => {
  const settings = testSettings('http://service.test:8100', { extraHeaders: [[name, value]] });
  const own = createRedactor(secretsOf(settings, { main: KEY }, {}));
  for (const text of [settings.baseUrl, `${settings.baseUrl}/api/v1/usage`, 'of team-0123456789ab'])
    expect([own.sent(text), own.text(text)]).toEqual([text, text]);
});

test.each([
  ['/openai/deployments/large-2024-07-18', 'a name of words and numbers', 'large-2024-07-18', false],
  ['/v1/5b0d7c52-6a0e-4c8f-9d2b-7e1f3a4c5d6e/gw', 'a UUID', '5b0d7c52-6a0e-4c8f-9d2b-7e1f3a4c5d6e', false],
  ['/deployments/ft-7h3k2j4h5k2j9x1z', 'the model', 'ft-7h3k2j4h5k2j9x1z', false],
  ['/hook/7h3k2j4h5k2j9x1zq', 'a made word', '7h3k2j4h5k2j9x1zq', true],
  ['/hook/sk-test-abc-def-123', 'a key', 'sk-test-abc-def-123', true],
])('in the path %s of the base URL %s is secret: %s %s', (path, _, text, isSecret) => {
  const settings = testSettings(`http://service.test${path}`, { model: 'ft-7h3k2j4h5k2j9x1z' });
  const hidden = createRedactor(secretsOf(settings, { main: KEY }, {})).text(`of ${text}`);
  expect(hidden.includes(text)).toBe(!isSecret);
});

test('a key that is a UUID may be an id of the service', () => {
  const id = '5b0d7c52-6a0e-4c8f-9d2b-7e1f3a4c5d6e';
  expect(createRedactor([id]).finds(`{"org_id":"${id}"}`)).toEqual(['id-like plain']);
  expect(createRedactor([`sk-${id}`]).finds(`{"key":"sk-${id}"}`)).toEqual(['plain']);
});

test('words that begin a key are of the service, whatever keys are made of it', () => {
  const key = 'acme_input_tokens_9f3aQ7xZpLm2Kd';
  const made = createRedactor(secretsOf(testSettings('http://service.test'), { main: key }, {}));
  expect(made.text('{"total_input_tokens":3140939}')).toBe('{"total_input_tokens":3140939}');
  expect(made.finds(`{"key":"${key}"}`, reportedOf({ main: key }))).toEqual(['plain']);
  expect(made.text(`{"key":"${key}"}`)).not.toContain('9f3aQ7');
});

test('lines of the record keep the words of chatspec, and lose whole secrets', () => {
  const key = 'sk-usage_export_bot-9f3aQ7xZpLm2Kd';
  const line = { id: 'usage/export-without-dates', message: `usage_export of ${key}` };
  expect(createRedactor([key]).quoting(line)).toEqual({
    ...line,
    message: `usage_export of ${'*'.repeat(34)}`,
  });
  const mistaken = createRedactor([key], { shown: [key] });
  expect(mistaken.quoting({ message: key.slice(0, 30) })).toEqual({ message: '*'.repeat(30) });
});

test('other secrets than the keys are hidden, and told as no key', () => {
  const cookie = 'primary-7h3k2j4h5k';
  const both = createRedactor([KEY, cookie]);
  expect(both.finds(`a ${cookie}`, reportedOf({ main: KEY }))).toEqual(['another secret']);
  expect(both.finds(`a ${cookie} and ${KEY}`, reportedOf({ main: KEY }))).toEqual([
    'another secret',
    'plain',
  ]);
  const filter = both.filter(reportedOf({ main: KEY }));
  filter.push(Buffer.from(`a ${cookie}`));
  filter.end();
  expect(filter.found?.()).toEqual(['another secret']);
});

test('a header that the user calls secret is one', () => {
  const extraHeaders = [['X-Team', 'team-0123456789ab']] as const;
  const settings = testSettings('http://service.test', { extraHeaders, secretHeaders: ['x-team'] });
  expect(createRedactor(secretsOf(settings, { main: KEY }, {})).text('of team-0123456789ab')).toBe(
    `of ${'*'.repeat(17)}`,
  );
});
