import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../http/redact.ts';
import { exchange } from '../../testing/exchange.ts';
import { peopleIn } from '../../testing/people-traces.ts';
import { createGate } from '../gate.ts';
import { exchangeLine } from '../lines.ts';
import { createPseudonyms } from '../pseudonyms.ts';

/*
 * Whoever is in an answer is in nothing that is written of it, whatever he is called, however that is written and
 * wherever it stands; and what is written is as long and of the same form.
 */

const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');
const beyond = fc.constantFrom(...'äöüéßñçžłşαβγдежя李王山田أحمد한국प्');
const some = (one: fc.Arbitrary<string>, minLength: number, maxLength: number) =>
  fc.string({ unit: one, minLength, maxLength });

/** RFC 5321 atext and RFC 6531, dots between atoms. */
const atom = some(
  fc.oneof({ weight: 6, arbitrary: letters }, fc.constantFrom(..."0123456789!#$%&'*+/=?^_`{|}~-"), beyond),
  1,
  20,
);
const dotted = fc.array(atom, { minLength: 1, maxLength: 4 }).map((atoms) => atoms.join('.'));
const quoted = some(
  fc.oneof({ weight: 4, arbitrary: letters }, fc.constantFrom(...' ,;:<>()[]@.', '\\"', '\\\\'), beyond),
  4,
  30,
).map((text) => `"${text}"`);
const label = fc
  .tuple(letters, some(fc.oneof(letters, fc.constantFrom(...'0123456789-')), 3, 12), letters)
  .map((l) => l.join(''));
const unicodeLabel = some(fc.oneof(letters, fc.constantFrom(...'äöüéßñçžł李王山田')), 4, 12);
const domain = fc.oneof(
  fc
    .tuple(
      fc.array(fc.oneof(label, unicodeLabel), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('com', 'org', 'co.uk', 'museum', 'рф'),
    )
    .map(([l, tld]) => [...l, tld].join('.')),
  fc.tuple(fc.nat(255), fc.nat(255)).map(([a, b]) => `[192.168.${a}.${b}]`),
  fc.constant('[IPv6:2001:db8::1428:57ab]'),
);
const telling = (local: string) => (local.match(/\p{L}/gu) ?? []).length > 3;
const address = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: dotted.filter(telling) },
      quoted.filter(telling),
      some(letters, 65, 300),
    ),
    domain,
  )
  .map(([local, host]) => `${local}@${host}`);
const name = fc.oneof(
  fc.tuple(some(letters, 6, 12), some(letters, 6, 12)).map((n) => n.join(' ')),
  some(letters, 9, 20),
  fc.uuid(),
  fc.uuid().map((id) => id.replaceAll('-', '')),
  fc.nat().map((n) => `user_${1_000_000 + n}`),
  some(beyond, 6, 12),
);

const MEMBERS = [
  'user_id',
  'name',
  'username',
  'user_name',
  'user',
  'display_name',
  'full_name',
  'userId',
  'login',
  'owner',
];
const escaped = (text: string) =>
  [...text.split('')].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const someEscaped = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/@/g, '\\u0040')
    .replace(/[aeiou]/g, (c) => escaped(c));
const entities = (text: string) => [...text].map((c) => `&#${c.codePointAt(0)};`).join('');
const hexEntities = (text: string) =>
  text.replace(/[@."<>&]/g, (c) => `&#x${c.charCodeAt(0).toString(16).toUpperCase()};`);
const percents = (text: string) => Buffer.from(text).toString('hex').toUpperCase().replace(/../g, '%$&');
const soft = (text: string) => Buffer.from(text).toString('hex').toUpperCase().replace(/../g, '=$&');
const cell = (text: string, delimiter: string) =>
  /["\r\n ]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;

/** Each byte changed by the first one. */
const shielded = (text: string) =>
  Buffer.from([0x5a, ...Buffer.from(text).map((byte) => byte ^ 0x5a)]).toString('hex');
/** One file in a ZIP archive. */
function archive(content: string): Buffer {
  const packed = deflateRawSync(content);
  const head = Buffer.alloc(30);
  head.write('PK\u0003\u0004', 'latin1');
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(packed.length, 18);
  return Buffer.concat([head, packed]);
}

const json = (member: string, text: string) =>
  `[{"id":1,"${member}":"${text}","model":"gpt@1","total_tokens":12345678901234567890}]`;
/** In usage data. */
const PLACES: Record<string, (who: string, mail: string, member: string) => string | Buffer> = {
  JSON: (who, mail, member) => JSON.stringify([{ [member]: who, email: mail, model: 'm' }]),
  'JSON, escaped': (who, mail, member) => `${json(member, escaped(who))}${json('note', escaped(mail))}`,
  'JSON, some escaped': (who, mail, member) =>
    `${json(member, someEscaped(who))}${json('contact', someEscaped(mail))}`,
  'JSON, a name escaped': (who, mail) =>
    `${json('us\\u0065r_id', JSON.stringify(who).slice(1, -1))}${json('\\u0065mail', JSON.stringify(mail).slice(1, -1))}`,
  'JSON in JSON': (who, mail, member) =>
    JSON.stringify({ [member]: who, raw: JSON.stringify({ email: mail }) }),
  'an object of a person': (who, mail) =>
    JSON.stringify({ user: { id: who, contact: mail }, total_tokens: 1 }),
  'names of members': (who, mail) =>
    JSON.stringify({ user_id: who, by_user: { [mail]: { total_tokens: 3 } } }),
  'a map of people': (who, mail) =>
    JSON.stringify({ user_id: who, users: { [mail]: 3 }, owner: { [mail]: { total_tokens: 1 } } }),
  'broken JSON': (who, mail, member) =>
    `[{"${member}":${JSON.stringify(who)},"email":${JSON.stringify(mail)},,,`,
  'UTF-16': (who, mail, member) => Buffer.from(JSON.stringify([{ [member]: who, email: mail }]), 'utf16le'),
  'UTF-16 with a mark, the other order': (who, mail, member) =>
    Buffer.from(`\ufeff${JSON.stringify([{ [member]: who, email: mail }])}`, 'utf16le').swap16(),
  CSV: (who, mail, member) => `${member},email,model\r\n${cell(who, ',')},${cell(mail, ',')},m\r\n`,
  'CSV with semicolons': (who, mail, member) =>
    `model;${member};e-mail\nm;${cell(who, ';')};${cell(mail, ';')}\n`,
  'CSV in UTF-16': (who, mail, member) =>
    Buffer.from(`\ufeff${member}\temail\tmodel\n${cell(who, '\t')}\t${cell(mail, '\t')}\tm\n`, 'utf16le'),
  entities: (who, mail, member) =>
    json(member, entities(who)) + json('email', hexEntities(JSON.stringify(mail).slice(1, -1))),
  percents: (who, mail, member) =>
    `{"next":"/usage/stats?${member}=${percents(who)}&email=${encodeURIComponent(mail)}"}`,
  'twice in percents': (who, mail, member) =>
    `{"next":"/usage/stats?${encodeURIComponent(`${member}=${percents(who)}&email=${percents(mail)}`)}", "${member}":${JSON.stringify(who)}}`,
  'Base64 in a cursor': (who, mail, member) =>
    JSON.stringify({
      [member]: who,
      next_cursor: Buffer.from(JSON.stringify({ email: mail })).toString('base64url'),
    }),
  'Base64 of an address': (who, mail, member) =>
    JSON.stringify([{ [member]: who, note: Buffer.from(mail).toString('base64'), model: 'm' }]),
  'Base64 twice': (who, mail) => {
    const once = Buffer.from(`to ${mail} `).toString('base64');
    return JSON.stringify([{ user_id: who, note: `token ${Buffer.from(once).toString('base64')}` }]);
  },
  'Base64 in CSV': (who, mail, member) =>
    `${member},note\r\n${cell(who, ',')},${Buffer.from(`<${mail}>`).toString('base64')}\r\n`,
  'quoted-printable': (who, mail, member) => JSON.stringify([{ [member]: who, note: `${soft(mail)} wrote` }]),
  'an encoded word in Base64': (who, mail, member) =>
    JSON.stringify([{ [member]: who, note: `=?utf-8?B?${Buffer.from(mail).toString('base64')}?=` }]),
  'an encoded word in quoted-printable': (who, mail, member) =>
    JSON.stringify([{ [member]: who, note: `from =?UTF-8?Q?${soft(mail)}?=` }]),
  'hexadecimal of an address': (who, mail, member) =>
    JSON.stringify([{ [member]: who, note: Buffer.from(mail).toString('hex') }]),
  'hexadecimal of a database': (who, mail) =>
    JSON.stringify([{ user_id: who, note: `\\x${Buffer.from(`<${mail}>`).toString('hex')}` }]),
  'an address that Cloudflare shields': (who, mail) =>
    JSON.stringify([{ user_id: who, note: `<a data-cfemail="${shielded(mail)}">` }]),
  'a spreadsheet': (who, mail) => archive(`<c>${who}</c><c>${mail}</c>`),
  'a part in gzip': (who, mail) =>
    Buffer.concat([Buffer.from('--b\r\n\r\n'), gzipSync(`${who} ${mail}`), Buffer.from('\r\n--b--')]),
  gzip: (who, mail) => gzipSync(JSON.stringify([{ user_id: who, email: mail }])),
  deflate: (who, mail) => deflateSync(JSON.stringify([{ user_id: who, email: mail }])),
  'bare deflate': (who, mail) => deflateRawSync(JSON.stringify([{ user_id: who, email: mail }])),
  brotli: (who, mail) => brotliCompressSync(JSON.stringify([{ user_id: who, email: mail }])),
};

const newGate = () => createGate(createRedactor([]), createPseudonyms(Buffer.from('salt')));
const STATS = 'http://service.test/api/v1/usage/stats';
const COMPLETIONS = 'http://service.test/api/v1/chat/completions';
const SEED = 20_261_122;

/** Everything that is written of an exchange. */
const written = (gate: ReturnType<typeof newGate>, parts: Parameters<typeof exchange>[0]) =>
  Buffer.from(JSON.stringify(exchangeLine(gate.exchange(exchange(parts)))));

describe('nobody is left in usage data', () => {
  test.each(Object.keys(PLACES))('%s', (place) => {
    const law = fc.property(name, address, fc.constantFrom(...MEMBERS), (who, mail, member) => {
      const gate = newGate();
      const body = Buffer.from(PLACES[place]!(who, mail, member) as string);
      const line = written(gate, { url: STATS, body });
      expect(peopleIn(line, [who, mail])).toEqual([]);
      const clean = gate.exchange(exchange({ url: STATS, body })).response!.body.bytes;
      expect(clean.length).toBe(body.length);
    });
    fc.assert(law, { seed: SEED, numRuns: 60 });
  });
});

test.each(Object.keys(PLACES))('who is looked for is found where nobody is hidden: %s', (place) => {
  const people = ['wilhelmina', 'mary!smith@bücher.example'];
  const body = Buffer.from(PLACES[place]!(people[0]!, people[1]!, 'user_id') as string);
  const kept = createGate(createRedactor([])).exchange(exchange({ url: STATS, body })).response!.body;
  expect(peopleIn(Buffer.from(kept.bytes), people)).toEqual(people);
});

describe('nobody is left elsewhere', () => {
  const unquoted = address.filter((mail) => !mail.startsWith('"') && !/[?&=/#%'`{}|]/.test(mail));
  const law = (parts: (who: string, mail: string) => Parameters<typeof exchange>[0]) =>
    fc.assert(
      fc.property(name, unquoted, (who, mail) => {
        const gate = newGate();
        gate.exchange(exchange({ url: STATS, body: [{ user_id: who }] }));
        expect(peopleIn(written(gate, parts(who, mail)), [who, mail])).toEqual([]);
      }),
      { seed: SEED, numRuns: 60 },
    );
  const latin1 = (text: string) => Buffer.from(text).toString('latin1');
  const event = (content: string) =>
    `data: {"choices":[{"index":0,"delta":{"content":${JSON.stringify(content)}}}]}\n\n`;

  test('a refusal', () =>
    law((who, mail) => ({
      url: COMPLETIONS,
      status: 403,
      body: { error: { message: `${who} <${mail}> may not` } },
    })));
  test('a refusal in words', () =>
    law((who, mail) => ({ url: COMPLETIONS, status: 403, body: `<p>${who} (${mail}) may not</p>` })));
  test('headers', () =>
    law((who, mail) => ({
      url: COMPLETIONS,
      headers: {
        'X-User': latin1(who),
        'X-Note': latin1(`for ${mail}`),
        Link: `</usage?email=${encodeURIComponent(mail)}>`,
      },
    })));
  test('encoded words in headers', () =>
    law((who, mail) => ({
      url: COMPLETIONS,
      headers: {
        'X-From': `=?utf-8?B?${Buffer.from(`${who} <${mail}>`).toString('base64')}?=`,
        'X-Note': `for =?utf-8?Q?${soft(mail)}?=`,
        'X-Token': Buffer.from(`${mail}:x`).toString('base64'),
      },
    })));
  test('Base64 in a refusal', () =>
    law((who, mail) => ({
      url: COMPLETIONS,
      status: 403,
      body: { error: { message: `not ${Buffer.from(`${who} ${mail}`).toString('base64')}` } },
    })));
  test('a query', () =>
    law((who, mail) => ({
      url: `${STATS}?user_id=${encodeURIComponent(who)}&q=${encodeURIComponent(mail)}`,
    })));
  test('a comment of a stream', () =>
    law((who, mail) => ({ url: COMPLETIONS, body: `: ${who} ${mail}\n\ndata: [DONE]\n\n` })));
  test('the pieces of a stream', () =>
    law((_, mail) => {
      const pieces = `write to ${mail} soon`.match(/.{1,5}/gsu)!;
      return { url: COMPLETIONS, body: `${pieces.map(event).join('')}data: [DONE]\n\n` };
    }));
});
