import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { personalIn } from './personal.ts';

/** All three patterns as one, which is slow and plainly right. */
const PLAIN =
  /"(?:user_id|org_id|email)"\s*:\s*"(?:[^"\\]|\\.){1,256}"|(?<![0-9A-Za-z])[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![0-9A-Za-z])|(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]{1,320}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,8}/gu;

const UUID = '0b5f5ab2-91d3-4c30-9e2e-1f4f0c0c7a11';

test('finds what one plain pattern finds', () => {
  const pieces = constantFrom(
    UUID,
    UUID.toUpperCase(),
    'jane.doe@example.com',
    'jörg@firma.de',
    '𝒶',
    '"user_id":"',
    '"email" : "',
    '"',
    '\\"',
    '@',
    'a',
    '.',
    '-',
    ' ',
    ',',
    '\n',
    'x'.repeat(330),
    'y'.repeat(70),
  );
  const law = property(array(pieces, { maxLength: 12 }), (parts) => {
    const text = parts.join('');
    const found = personalIn(text).map(({ start, end }) => text.slice(start, end));
    expect(found).toEqual([...text.matchAll(PLAIN)].map(([match]) => match));
  });
  assert(law, { seed: 7, numRuns: 3000 });
});

test.each([
  ['"email":"a@b.c"', ['member']],
  [`${UUID},a@b.c`, ['uuid', 'email']],
  [`${UUID}@b.c`, ['uuid']],
  [`x.${UUID}@b.c`, ['email']],
  [`x${UUID}`, []],
  ['@nobody', []],
  ['"model":"m"', []],
])('%s', (text, kinds) => expect(personalIn(text).map(({ kind }) => kind)).toEqual(kinds));

test('of a value alone, no members', () => {
  expect(personalIn('"email":"a@b.c"', true)).toEqual([{ start: 9, end: 14, kind: 'email' }]);
});
