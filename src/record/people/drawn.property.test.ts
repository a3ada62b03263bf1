import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../http/redact.ts';
import { SEED } from '../../testing/drawn.ts';
import { APART, CODINGS, NAMED, type Sides, SPELLINGS, sides, tracesOf } from '../../testing/drawn-people.ts';
import { exchange } from '../../testing/exchange.ts';
import { peopleIn } from '../../testing/people-traces.ts';
import { createGate } from '../gate.ts';
import { createPseudonyms } from '../pseudonyms.ts';

/*
 * Whoever is in usage data, in a refusal or in a header is hidden, however his address is spelled and however that is
 * encoded: spelling, encoding and place are drawn each by itself.
 */

const STATS = 'http://service.test/api/v1/usage/stats';
const COMPLETIONS = 'http://service.test/api/v1/chat/completions';
const RUNS = Number(process.env.DRAWN_RUNS ?? 300);
const oneOf = <T>(table: Record<string, T>) => fc.constantFrom(...Object.keys(table));
const newGate = () => createGate(createRedactor([]), createPseudonyms(Buffer.from('salt')));
const latin1 = (text: string) => Buffer.from(text).toString('latin1');

/** Answers that hold a text, which is written so that it may stand in a string of JSON. */
const HOLDERS: Record<string, (text: string) => Parameters<typeof exchange>[0]> = {
  'a member': (text) => ({ url: STATS, body: `[{"id":1,"note":"${text}","model":"m"}]` }),
  'a cell': (text) => ({
    url: STATS,
    body: `date,note,model\n2026-01-01,"${(JSON.parse(`"${text}"`) as string).replaceAll('"', '""')}",m\n`,
  }),
  'a refusal': (text) => ({ url: COMPLETIONS, status: 422, body: `{"error":{"message":"not for ${text}"}}` }),
  'a header': (text) => ({ url: COMPLETIONS, headers: { 'X-Note': latin1(JSON.parse(`"${text}"`)) } }),
};

const written = (parts: Parameters<typeof exchange>[0]) => {
  const given = exchange(parts);
  const { statusText, headers, body } = newGate().exchange(given).response!;
  expect(body.bytes.length).toBe(given.response!.body.bytes.length);
  return Buffer.concat([Buffer.from(`${statusText}\n${JSON.stringify(headers)}\n`, 'latin1'), body.bytes]);
};

test('an address in any spelling, encoding and place', () => {
  fc.assert(
    fc.property(sides, oneOf(SPELLINGS), oneOf(CODINGS), oneOf(HOLDERS), (who, spelling, coding, holder) => {
      const parts = HOLDERS[holder]!(CODINGS[coding]!(SPELLINGS[spelling]!(who)));
      expect(peopleIn(written(parts), both(who))).toEqual([]);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

/** Traces, and the same read backwards. */
const both = (who: Sides) => tracesOf(who).flatMap((trace) => [trace, [...trace].reverse().join('')]);

describe('the sides of an address apart', () => {
  test.each(Object.keys(APART))('%s', (place) => {
    const law = fc.property(sides, (who) => {
      expect(peopleIn(written({ url: STATS, body: APART[place]!(who) }), tracesOf(who))).toEqual([]);
    });
    fc.assert(law, { seed: SEED, numRuns: Math.ceil(RUNS / 6) });
  });
});

describe('a name under a member', () => {
  const member = fc.constantFrom('name', 'username', 'user_name', 'display_name', 'full_name', 'owner');
  const name = fc
    .array(
      fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 7, maxLength: 12 }),
      {
        minLength: 1,
        maxLength: 2,
      },
    )
    .map((words) => words.join(' '));
  test.each(Object.keys(NAMED))('%s', (place) => {
    const law = fc.property(member, name, (under, who) => {
      const left = written({ url: STATS, body: NAMED[place]!(under, who) });
      expect(peopleIn(left, who.split(' '))).toEqual([]);
    });
    fc.assert(law, { seed: SEED, numRuns: Math.ceil(RUNS / 6) });
  });
});

describe('words are left alone', () => {
  const WORDS = [
    'meet me at example dot com',
    'write to jane [at] firma [dot] example, or to jane (at) firma.example',
    '{"user_name":"Alice","name":"Bob","domain":"a.example","local":"b"}',
    'elpmaxe.amrif@enaj is no address',
  ];
  test.each(WORDS)('of a model: %s', (content) => {
    const given = exchange({ url: COMPLETIONS, body: { choices: [{ message: { content } }] } });
    const kept = newGate().exchange(given).response!.body.bytes;
    expect(Buffer.from(kept).toString()).toBe(Buffer.from(given.response!.body.bytes).toString());
  });
  test.each([
    'No such path at api.example.com',
    'looked at model dot',
    'limit reached at 10:00 (at most 5)',
    'see docs at https://a.example',
    'rejected at api dot example dot com',
    'No route was found at eu dot api dot example dot com, and none is listed at example dot com.',
  ])('of a refusal: %s', (message) => {
    const given = exchange({ url: COMPLETIONS, status: 422, body: { error: { message } } });
    const kept = newGate().exchange(given).response!.body.bytes;
    expect(Buffer.from(kept).toString()).toBe(Buffer.from(given.response!.body.bytes).toString());
  });

  test('but not somebody who is spelled after a verb', () => {
    const message = 'rejected by wilhelmina at firma-nord dot example';
    const given = exchange({ url: COMPLETIONS, status: 422, body: { error: { message } } });
    const kept = Buffer.from(newGate().exchange(given).response!.body.bytes).toString();
    expect(kept).toContain('rejected by ');
    expect(kept).not.toMatch(/wilhelmina|firma/);
  });
});
