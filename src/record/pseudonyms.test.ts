import { describe, expect, test } from 'vitest';
import { createPseudonyms } from './pseudonyms.ts';

const salt = Buffer.from('a salt of this run');
const fresh = () => createPseudonyms(salt);
const UUID = '0b5f5ab2-91d3-4c30-9e2e-1f4f0c0c7a11';

describe('the shape stays and the value goes', () => {
  test.each([
    ['jane.doe+billing@example.com', /^[a-z]{4}\.[a-z]{3}\+[a-z]{7}@[a-z]{7}\.com$/],
    ['J.Müller@firma.co.uk', /^[A-Z]\.[A-Z][à-ÿ][a-z]{4}@[a-z]{5}\.[a-z]{2}\.uk$/],
    [UUID, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-9[0-9a-f]{3}-[0-9a-f]{12}$/],
    [UUID.toUpperCase(), /^[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-9[0-9A-F]{3}-[0-9A-F]{12}$/],
    ['"user_id": "team/Alice-7"', /^"user_id": "[a-z]{4}\/[A-Z][a-z]{4}-\d"$/],
    ['"email":"none given"', /^"email":"[a-z]{4} [a-z]{5}"$/],
  ])('%s', (before, shape) => {
    const after = fresh().text(before);
    expect(after).toMatch(shape);
    expect(after).not.toBe(before);
    expect(Buffer.byteLength(after)).toBe(Buffer.byteLength(before));
  });

  test.each([
    'gpt-4o-mini',
    '2026-11-01T00:00:00Z',
    '{"total_tokens":12}',
    '{"user_id":null}',
    'id,user_id,email',
  ])('%s is nobody', (text) => expect(fresh().text(text)).toBe(text));
});

test('the same person is the same pseudonym in JSON, escaped or not, and in CSV', () => {
  const names = fresh();
  const plain = JSON.parse(names.text('{"email":"jörg@x.org"}')).email;
  const escaped = names.text('{"email":"j\\u00f6rg@x.org"}');
  expect(escaped).toMatch(/^\{"email":"[a-z]\\u00[def][0-9a-f][a-z]{2}@[a-z]\.org"\}$/);
  expect(JSON.parse(escaped).email).toBe(plain);
  expect(names.text('1,jörg@x.org,2')).toBe(`1,${plain},2`);
});

test('an id of another shape is found again in CSV', () => {
  const names = fresh();
  const id = JSON.parse(names.text('{"user_id":"user_000123"}')).user_id;
  expect(id).not.toBe('user_000123');
  expect(names.text('model,user_000123,5\nuser_000123\n')).toBe(`model,${id},5\n${id}\n`);
});

test('two people stay two, however short their names', () => {
  const names = fresh();
  const letters = [...'abcdefghijklmnopqrst'].map((c) => names.text(`${c}@x.io`));
  expect(new Set(letters).size).toBe(letters.length);
});

test('another salt makes other pseudonyms, the same salt the same', () => {
  expect(fresh().text(UUID)).toBe(fresh().text(UUID));
  expect(createPseudonyms(Buffer.from('other')).text(UUID)).not.toBe(fresh().text(UUID));
});

describe('piece by piece', () => {
  const row = `{"user_id":"${UUID}","email":"jane.doe@example.com"},`;
  const bodies: [string, Buffer][] = [
    ['lines', Buffer.from(`${UUID},jane.doe@example.com,1\n`.repeat(300))],
    ['one line', Buffer.from(`[${row.repeat(900)}`)],
    ['UTF-16', Buffer.from(`\ufeff${UUID},jane.doe@example.com,1\n`.repeat(300), 'utf16le')],
    [
      'UTF-16, the other order',
      Buffer.from(`\ufeff${UUID},jane@example.com\n`.repeat(300), 'utf16le').swap16(),
    ],
    ['no UTF-8', Buffer.from(`${UUID},\xff\xfe,jane.doe@example.com\n`.repeat(300), 'latin1')],
  ];
  test.each(bodies)('%s', (_, body) => {
    const filtered = (size: number) => {
      const filter = fresh().filter();
      const out: Buffer[] = [];
      for (let i = 0; i < body.length; i += size) out.push(filter.push(body.subarray(i, i + size)));
      out.push(filter.end());
      return Buffer.concat(out);
    };
    const whole = filtered(body.length);
    expect(whole).toHaveLength(body.length);
    for (const size of [1, 999, 4096, 65_536]) expect(filtered(size).equals(whole)).toBe(true);
    const plain = whole.toString('latin1').replaceAll('\0', '');
    expect(plain).not.toContain('jane');
    expect(plain).not.toContain(UUID);
  });
});

test('however many names stand in one field, they are hidden', () => {
  const field = '{"email":"x'.repeat(150_000);
  const made = fresh().text(`id,email\n"${field}`);
  expect(made).toHaveLength(field.length + 10);
  expect(made).not.toContain('"x{');
});
