import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../http/redact.ts';
import { SEED } from '../../testing/drawn.ts';
import { exchange } from '../../testing/exchange.ts';
import { PLACES, soft } from '../../testing/people-places.ts';
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
const newGate = () => createGate(createRedactor([]), createPseudonyms(Buffer.from('salt')));
const STATS = 'http://service.test/api/v1/usage/stats';
const COMPLETIONS = 'http://service.test/api/v1/chat/completions';

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
