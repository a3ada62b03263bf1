import { describe, expect, test } from 'vitest';
import { createPseudonyms, type Place, type Pseudonyms } from './pseudonyms.ts';

const salt = Buffer.from('a salt of this run');
const fresh = () => createPseudonyms(salt);
const UUID = '0b5f5ab2-91d3-4c30-9e2e-1f4f0c0c7a11';
const USAGE: Place = { people: true, names: true };
const REFUSAL: Place = { people: false, names: true };
const COMPLETION: Place = { people: false, names: false };

/** The stored body, of the original length. */
function stored(names: Pseudonyms, body: string, place = USAGE): string {
  const bytes = Buffer.from(body);
  const made = Buffer.from(names.body(bytes, place));
  expect(made).toHaveLength(bytes.length);
  return made.toString();
}

describe('the shape stays and the value goes', () => {
  test.each([
    ['jane.doe+billing@example.com', /^[a-z]{4}\.[a-z]{3}\+[a-z]{7}@[a-z]{7}\.com$/],
    ['J.Müller@firma.co.uk', /^[A-Z]\.[A-Z]\p{L}[a-z]{4}@[a-z]{5}\.[a-z]{2}\.uk$/u],
    [UUID, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-9[0-9a-f]{3}-[0-9a-f]{12}$/],
    [UUID.toUpperCase(), /^[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-9[0-9A-F]{3}-[0-9A-F]{12}$/],
    [`{"user_id":"urn:uuid:${UUID}"}`, /^\{"user_id":"urn:uuid:(?!0b5f)[0-9a-f]{8}-[0-9a-f-]{27}"\}$/],
    ['{"user_id": "team/Alice-7"}', /^\{"user_id": "[a-z]{4}\/[A-Z][a-z]{4}-\d"\}$/],
    ['{"email":["jane@x.org","<jane@x.org>"]}', /^\{"email":\["([a-z]{4}@[a-z]\.org)","<\1>"\]\}$/],
    ['{"user":"Jane Doe <jane@x.org>"}', /^\{"user":"[A-Z][a-z]{3} [A-Z][a-z]{2} <[a-z]{4}@[a-z]\.org>"\}$/],
    ['{"email":"none given"}', /^\{"email":"[a-z]{4} [a-z]{5}"\}$/],
    ['{"email":"\\"jo, hn\\"@x"}', /^\{"email":"\\"[a-z]{2}, [a-z]{2}\\"@[a-z]"\}$/],
    [
      '{"user":{"id":4711,"name":"Zoe"},"n":4711}',
      /^\{"user":\{"id":(?!4711)\d{4},"name":"[A-Z][a-z]{2}"\},"n":4711\}$/,
    ],
    ['{"users":{"jane@x.org":3}}', /^\{"users":\{"(?!jane)[a-z]{4}@[a-z]\.org":3\}\}$/],
    ['{"us\\u0065r_id":"wilhelmina"}', /^\{"us\\u0065r_id":"(?!wil)[a-z]{10}"\}$/],
    [
      '{"next":"/usage?u=jane%40x.org&page=2"}',
      /^\{"next":"\/usage\?u=(?!jane)[a-z]{4}%40[a-z]\.org&page=2"\}$/,
    ],
    [
      'date;User Email\n2026-01-01;"jane ""jj"" doe"\n',
      /^date;User Email\n2026-01-01;"[a-z]{4} ""[a-z]{2}"" [a-z]{3}"\n$/,
    ],
  ])('%s', (before, shape) => {
    const after = stored(fresh(), before);
    expect(after).toMatch(shape);
    expect(after).not.toBe(before);
  });

  test.each([
    'gpt-4o-mini',
    '2026-11-01T00:00:00Z',
    '{"total_tokens":12}',
    '{"user_id":null,"email":""}',
    'id,user_id,email\n1,,\n',
    'user_id,total\nTotal users,3\n',
    'the tag model@1.2.0-rc.one, 3 @ 5',
  ])('%s is nobody, and stays the same object', (text) => {
    const bytes = Buffer.from(text);
    for (const place of [USAGE, REFUSAL, COMPLETION]) expect(fresh().body(bytes, place)).toBe(bytes);
  });
});

test('the same person is the same pseudonym in JSON, escaped or not, and in CSV', () => {
  const names = fresh();
  const plain = JSON.parse(stored(names, '{"email":"jörg@x.org"}')).email;
  const escaped = stored(names, '{"email":"j\\u00f6rg@x.org"}');
  expect(escaped).toMatch(/^\{"email":"[a-z]\\u00[def][0-9a-f][a-z]{2}@[a-z]\.org"\}$/);
  expect(JSON.parse(escaped).email).toBe(plain);
  expect(stored(names, 'a,b,c\n1,jörg@x.org,2\n')).toBe(`a,b,c\n1,${plain},2\n`);
  expect(stored(names, "user,email\n1,'jörg@x.org\n")).toContain(`,'${plain}\n`);
  expect(stored(names, `"Jörg" <JöRG@x.org>`, COMPLETION).toLowerCase()).toContain(`<${plain}>`);
});

test('capitals of a UUID, and one without hyphens, stand for the same person', () => {
  const names = fresh();
  const ids = [UUID, UUID.toUpperCase(), UUID.replaceAll('-', '')];
  const made = ids.map((id) => JSON.parse(stored(names, JSON.stringify({ user_id: id }))).user_id as string);
  expect(new Set(made.map((id) => id.toLowerCase().replaceAll('-', ''))).size).toBe(1);
  expect(made[1]).toBe(made[0]!.toUpperCase());
});

test('whoever usage data named is found in other answers', () => {
  const names = fresh();
  const body = JSON.stringify([
    { user_id: 'user_000123', name: 'Zebedee Quux', org_id: UUID, email: 'jane.doe@x.org' },
  ]);
  const [record] = JSON.parse(stored(names, body));
  const [id, name, org, email] = [record.user_id, record.name, record.org_id, record.email];
  const local = email.slice(0, email.indexOf('@'));
  expect(id).not.toBe('user_000123');
  expect(stored(names, 'a,b,c\nm,user_000123,5\nuser_000123\n')).toBe(`a,b,c\nm,${id},5\n${id}\n`);
  expect(stored(names, '{"error":{"message":"not Zebedee Quux, jane.doe, USER_000123!"}}', REFUSAL)).toBe(
    `{"error":{"message":"not ${name}, ${local}, ${id.toUpperCase()}!"}}`,
  );
  expect(stored(names, `<p>of ${UUID}</p>`, REFUSAL)).toBe(`<p>of ${org}</p>`);
  expect(stored(names, `{"id":"chat-${UUID}","text":"Zebedee Quux"}`, COMPLETION)).toBe(
    `{"id":"chat-${org}","text":"Zebedee Quux"}`,
  );
  expect(names.text('for Zebedee Quux', REFUSAL)).toBe(`for ${name}`);
  expect(names.header('X-For', 'user_000123', REFUSAL)).toBe(id);
  expect(names.header('Content-Type', 'text/csv; user_000123', REFUSAL)).toContain('user_000123');
});

test.each([
  "Ada Lovelace's wallet",
  'ADA LOVELACE’s wallet',
  'paid by  Ada  Lovelace',
  'İ: wallet-Ada Lovelace.Please pay',
  'attachment; filename="Ada_Lovelace.csv"',
  "attachment; filename*=UTF-8''Ada%20Lovelace.csv",
  '/u?name=Ada+Lovelace',
])('a known name is found between any signs: %s', (text) => {
  const names = fresh();
  const [first, last] = JSON.parse(stored(names, '{"name":"Ada Lovelace"}')).name.split(' ');
  const expected = text.replace(/ada/i, (word) => (word === 'ADA' ? first.toUpperCase() : first));
  const made = expected.replace(/lovelace/i, (word) => (word === 'LOVELACE' ? last.toUpperCase() : last));
  expect(names.header('Content-Disposition', text)).toBe(made);
  expect(stored(names, JSON.stringify({ error: { message: text } }), REFUSAL)).toBe(
    JSON.stringify({ error: { message: made } }),
  );
});

test.each([
  '{"by_user":{"@":{"total":3},"Alan Turing":{"total":1}}}',
  '{"usageByUser": {"@" : {"model":"m"}}}',
  '{"users":{"@":{"total":3,"cost":{"usd":1}}}}',
  '{"per_user_usage":{"Alan Turing":3,\n"@":\t3}}',
])('the members of a map of people are people: %s', (body) => {
  const names = fresh();
  const made = stored(names, body.replace('@', 'Grace Hopper'));
  const { name } = JSON.parse(stored(names, '{"name":"Grace Hopper"}'));
  expect(made).not.toContain('Alan');
  expect(made.replace(/(?<=")[A-Z][a-z]{3} [A-Z][a-z]{5}(?=")/, 'Alan Turing')).toBe(body.replace('@', name));
});

test.each([
  '{"user":{"id":null,"total_requests":2,"input_tokens":3},"total_by_model":{"gpt-4o":3}}',
  '{"users":[{"seats":1}],"by_user":[{"seats":1}],"users_by_day":{"2026-01-01":{"seats":1}}}',
])('the members of a record stay: %s', (body) => expect(stored(fresh(), body)).toBe(body));

test('a known number is no part of an amount', () => {
  const names = fresh();
  stored(names, '{"user_id":"123456"}');
  expect(names.text('cost: $0.123456')).toBe('cost: $0.123456');
});

test('names of members stay, whatever people are called', () => {
  const names = fresh();
  stored(names, '[{"user_id":"wrapped"},{"user_id":"Detail"},{"user_id":"12345678"}]');
  const body = '{"detail":[{"wrapped":12345678}],"error":{"type":"value_error"}}';
  expect(stored(names, body)).toBe(body);
});

test.each([
  ['{"error":{"seats":{"Zebedee Quux":1,"user_000123":2}}}', REFUSAL],
  ['{"Zebedee Quux":1,"seats of user_000123":2}', USAGE],
])('a known person is found in the name of a member: %s', (body, place) => {
  const names = fresh();
  const [record] = JSON.parse(stored(names, '[{"user_id":"user_000123","name":"Zebedee Quux"}]'));
  const expected = body.replace('Zebedee Quux', record.name).replace('user_000123', record.user_id);
  expect(stored(names, body, place)).toBe(expected);
});

test.each([
  '"\\ud800 see /u/john.smith%40corp.example.com"',
  'john.smith@163.1688.com or john.smith@3.8.example.com',
  `${'\\'.repeat(16)} john.smith%40example.com`,
  `john.smith@${'a.'.repeat(40)}com`,
])('an address is found in spite of what is around it: %s', (text) => {
  for (const place of [USAGE, REFUSAL, COMPLETION])
    expect(stored(fresh(), JSON.stringify({ text }), place)).not.toContain('john.smith');
});

test('a flood of addresses outside of usage data is masked, and known people keep their pseudonyms', () => {
  const names = fresh();
  const { email } = JSON.parse(stored(names, '{"email":"jane.doe@x.org"}'));
  const flood = Array.from({ length: 21_000 }, (_, i) => `m${i}é@d${i}.example.com `);
  const [first, ...others] = stored(names, `${flood.join('')}jane.doe@x.org`, REFUSAL).split(' ');
  expect(first).toMatch(/^[a-z]\d\p{L}@[a-z]\d\.[a-z]{7}\.com$/u);
  expect(others.at(-2)).toBe('x00000é@x00000.xxxxxxx.com');
  expect(others.at(-1)).toBe(email);
});

test('two people stay two, however short their names', () => {
  const names = fresh();
  for (const alphabet of ['abcdefghijklmnopqrst', 'äöüéßñç', '李王山田']) {
    const made = [...alphabet].map((c) => stored(names, `{"email":"${c}@x.io"}`));
    expect(new Set(made).size).toBe(made.length);
  }
  const ids = Array.from(
    { length: 900 },
    (_, i) => JSON.parse(stored(names, `{"user_id":${100 + i}}`)).user_id,
  );
  expect(new Set(ids).size).toBe(900);
});

test('another salt makes other pseudonyms, the same salt the same', () => {
  expect(fresh().text(UUID)).toBe(fresh().text(UUID));
  expect(createPseudonyms(Buffer.from('other')).text(UUID)).not.toBe(fresh().text(UUID));
});

test('escapes around an address stay escapes', () => {
  const body = JSON.stringify({
    content: 'write to\njane@example.com',
    raw: JSON.stringify({ to: 'a\njane@example.com' }),
  });
  for (const place of [USAGE, REFUSAL, COMPLETION]) {
    const made = JSON.parse(stored(fresh(), body, place));
    expect(made.content).toMatch(/^write to\n(?!jane)[a-z]{4}@(?!example)[a-z]{7}\.com$/);
    expect(JSON.parse(made.raw).to).toBe(made.content.replace('write to', 'a'));
  }
});

describe('piece by piece', () => {
  const row = `{"user_id":"${UUID}","email":"jane.doe@example.com"},`;
  const long = `${'x\\u00e4 '.repeat(3000)}ünd`.repeat(5);
  const bodies: [string, Buffer][] = [
    ['lines', Buffer.from(`${UUID},jane.doe@example.com,1\n`.repeat(300))],
    ['maps', Buffer.from(`[${`{"by_user": {"jane doe" : {"n":1},"jane":  2}},`.repeat(900)}`)],
    ['one line', Buffer.from(`[${row.repeat(900)}`)],
    ['long literals', Buffer.from(`[${row}{"note":"${long}","email":"${long}"},${row}]`)],
    ['long cells', Buffer.from(`user_id,email,n\n${UUID},"${long}",3\n${UUID},${long},4\n"jane.doe`)],
    ['a long line', Buffer.from(`<p>${long} jane.doe@example.com`.repeat(3))],
    ['UTF-16', Buffer.from(`\ufeff${UUID},jane.doe@example.com,1\n`.repeat(300), 'utf16le')],
    [
      'UTF-16, the other order',
      Buffer.from(`\ufeff${UUID},jane@example.com\n`.repeat(300), 'utf16le').swap16(),
    ],
    ['UTF-16 with half a unit', Buffer.from(`n,jane@example.com\n😀`, 'utf16le').subarray(0, -1)],
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
    const whole = Buffer.from(fresh().body(body));
    expect(whole).toHaveLength(body.length);
    for (const size of [1, 999, 4096, 65_536]) expect(filtered(size).equals(whole)).toBe(true);
    const plain = whole.toString('latin1').replaceAll('\0', '');
    expect(plain).not.toContain('jane');
    expect(plain).not.toContain(UUID);
    if (body.toString().isWellFormed()) expect(whole.toString().isWellFormed()).toBe(true);
  });
});
