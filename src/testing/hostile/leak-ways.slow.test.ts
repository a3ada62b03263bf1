import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENCODINGS, type Encoding, NESTED } from '../../../reference/src/hostile/leak/encodings.ts';
import { PLACES, type Place, SPLITS } from '../../../reference/src/hostile/leak/places.ts';
import { createRedactor } from '../../http/redact.ts';
import { createGate } from '../../record/gate.ts';
import { drawnKey } from '../property-tests.ts';
import { holdsTrace } from '../secret-layers.ts';
import { throughGate } from './through-gate.ts';

/**
 * Every documented encoding of a returned key, through the gate: twelve or more characters of it are never written,
 * and the run reports the leak.
 */

const KEY = drawnKey('a key given back');

/** What a place leaves of a key that it gives back in an encoding; empty when all is well. */
function complaint(key: string, encoding: Encoding, place: Place): string {
  const { leaks, texts } = throughGate(
    createGate({ baseUrl: 'http://service.test' }, createRedactor([key])),
    place(encoding(key)),
  );
  if (texts.some((text) => holdsTrace(text, [key], true))) return 'leaves twelve characters';
  return leaks.length === 0 ? 'is not told of' : '';
}

const ALL = Object.entries({ ...ENCODINGS, ...NESTED });
/** All encodings in a member and a header; elsewhere those of one layer, and a part of the others. */
const encodingsIn = (place: string) =>
  ALL.filter(([name], i) => /^a (member|header)$/.test(place) || name in ENCODINGS || i % 9 === 0);

/** An escape that is cut in two stays one where the pieces are joined. */
const CUTTABLE = ['plain', 'capitals', 'reversed', 'Base64', 'Base64 for URLs', 'hex', 'percent of all'];

const WAYS = [
  ...Object.entries(PLACES).map(([name, place]) => ({ name, place, encodings: encodingsIn(name) })),
  ...Object.entries(SPLITS).map(([name, place]) => ({
    name: `${name}, in pieces`,
    place,
    encodings: ALL.filter(([encoding]) => CUTTABLE.includes(encoding)),
  })),
];

describe('a key in', () => {
  test.each(WAYS)('$name', ({ name, place, encodings }) => {
    const lost = encodings.flatMap(([encoding, encode]) => {
      const what = complaint(KEY, encode, place);
      return what === '' ? [] : [`${encoding} in ${name}: ${what}`];
    });
    process.stdout.write(`${name}: ${encodings.length - lost.length} of ${encodings.length} ways held\n`);
    expect(lost).toEqual([]);
  });
});

/** Keys of any make: with a scheme or none, of each usual alphabet, and UUIDs. */
const alphabet = fc.constantFrom(
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~',
  '0123456789abcdef',
  '!#$%&*+-./0123456789=?@ABCDEFabcdef^_~',
);
const scheme = fc.constantFrom('', 'sk-', 'sk-live-', 'sk-proj-', 'gsk_', 'key-');
const key = fc.tuple(scheme, alphabet).chain(([begin, letters]) =>
  fc
    .string({ unit: fc.constantFrom(...letters), minLength: 24, maxLength: 60 })
    .filter((rest) => new Set(rest).size > 9)
    .map((rest) => begin + rest),
);
const anyKey = fc.oneof({ weight: 4, arbitrary: key }, { weight: 1, arbitrary: fc.uuid() });

test('any key, in any encoding, in any place', () => {
  const way = fc.constantFrom(...ALL.map(([name]) => name));
  const place = fc.constantFrom(...Object.keys(PLACES).filter((name) => !name.includes('large')));
  fc.assert(
    fc.property(anyKey, way, place, (drawn, name, where) => {
      expect(complaint(drawn, { ...ENCODINGS, ...NESTED }[name]!, PLACES[where]!)).toBe('');
    }),
    { numRuns: 200 },
  );
});

test('any key, in any kind of pieces', () => {
  const split = fc.constantFrom(...Object.keys(SPLITS).filter((name) => !name.includes('MiB')));
  fc.assert(
    fc.property(anyKey, fc.constantFrom(...CUTTABLE), split, (drawn, name, where) => {
      expect(complaint(drawn, ENCODINGS[name]!, SPLITS[where]!)).toBe('');
    }),
    { numRuns: 60 },
  );
});
