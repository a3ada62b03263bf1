import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../http/redact.ts';
import { exchange } from '../../testing/exchange.ts';
import { createGate } from '../gate.ts';
import { createPseudonyms } from '../pseudonyms.ts';

const MAIL = 'wilhelmina.quux@firma-nord.example';
const [LOCAL = '', DOMAIN = ''] = MAIL.split('@');
const STATS = 'http://service.test/api/v1/usage/stats';
const pieces = MAIL.match(/.{1,4}/g)!;
const utf16 = Buffer.from(MAIL, 'utf16le');
const token = (p: string) => ({
  token: p,
  bytes: [...Buffer.from(p)],
  top_logprobs: [{ token: p, bytes: [...Buffer.from(p)] }, { token: 'zz' }],
});

const gate = () => createGate(createRedactor([]), createPseudonyms(Buffer.from('salt')));
const places = [
  ['in a refusal', { status: 422 }],
  ['in usage data', { url: STATS }],
  ['in a completion', { status: 200 }],
] as const;
const through = (body: Buffer, place: object, by = gate()) =>
  Buffer.from(by.exchange(exchange({ ...place, body })).response!.body.bytes);

describe.each(places)('an address %s', (_, place) => {
  test.each<[string, unknown, (made: never) => string]>([
    ['as letters of an array', { m: [...MAIL] }, (made: { m: string[] }) => made.m.join('')],
    ['as pieces of an array', { m: pieces }, (made: { m: string[] }) => made.m.join('')],
    [
      'as two members',
      { local: LOCAL, domain: DOMAIN },
      (made: { local: string; domain: string }) => `${made.local}@${made.domain}`,
    ],
    [
      'as two members, the domain first',
      { domain: DOMAIN, mailbox: LOCAL },
      (made: { mailbox: string; domain: string }) => `${made.mailbox}@${made.domain}`,
    ],
    [
      'as tokens',
      { content: pieces.map(token) },
      (made: { content: { token: string }[] }) => made.content.map((c) => c.token).join(''),
    ],
    [
      'as alternative tokens',
      { content: pieces.map(token) },
      (made: { content: { top_logprobs: { token: string }[] }[] }) =>
        made.content.map((c) => c.top_logprobs[0]!.token).join(''),
    ],
    [
      'in Base64 of UTF-16',
      { m: utf16.toString('base64') },
      (made: { m: string }) => Buffer.from(made.m, 'base64').toString('utf16le'),
    ],
    [
      'in Base64 of UTF-16, the high byte first',
      { m: Buffer.from(utf16).swap16().toString('base64') },
      (made: { m: string }) => Buffer.from(made.m, 'base64').swap16().toString('utf16le'),
    ],
  ] as never)('%s becomes what it becomes elsewhere', (_, given, read) => {
    const by = gate();
    const body = Buffer.from(JSON.stringify(given));
    const made = through(body, place, by);
    expect(made.length).toBe(body.length);
    const plain = JSON.parse(through(Buffer.from(JSON.stringify({ m: MAIL })), place, by).toString());
    expect(plain.m).not.toBe(MAIL);
    expect((read as (made: unknown) => string)(JSON.parse(made.toString()))).toBe(plain.m);
  });

  test.each([
    ['the bytes of tokens', JSON.stringify({ content: pieces.map((p) => ({ bytes: [...Buffer.from(p)] })) })],
    ['Base64 of gzip', JSON.stringify({ m: gzipSync(JSON.stringify({ email: MAIL })).toString('base64') })],
    [
      'quoted-printable in small letters',
      JSON.stringify({ m: MAIL.replaceAll('.', '=2e').replace('@', '=40') }),
    ],
  ])('%s is as long as it was, and JSON, and tells of nobody', (_, text) => {
    const body = Buffer.from(text);
    const made = through(body, place);
    expect(made.length).toBe(body.length);
    expect(() => JSON.parse(made.toString())).not.toThrow();
    expect(made.toString()).not.toBe(text);
    const numbers = made.toString().match(/\d+/g)?.map(Number) ?? [];
    expect(Buffer.from(numbers).toString('latin1')).not.toContain('wilh');
  });

  test.each([
    ['short words in an array', { stop: ['a', 'b', '@', 'c', 'd', 'e'] }],
    ['tokens without an address', { content: ['Hi', ' @', ' all', '!'].map(token) }],
    ['Base64 of gzip of anything', { m: gzipSync('some text that names nobody at all').toString('base64') }],
    ['a domain and a host', { domain: 'api.example.com', host: 'a.example.com' }],
    ['what is local to a host', { local: 'yes', host: 'a.example.com' }],
  ])('%s stays as it is', (_, given) => {
    const body = Buffer.from(JSON.stringify(given));
    expect(through(body, place).toString()).toBe(body.toString());
  });
});
