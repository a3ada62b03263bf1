import { expect, test } from 'vitest';
import { madeKey, madeKeyOf, madeKeysOf, unmadeKeys, WRITTEN } from './made-keys.ts';

test.each([
  ['sk-live-abcdefghijklmnop', 'letters'],
  ['0f8fad5b-d9cb-469f-a165-70867728950e', 'a UUID'],
  ['3031323334353637383930616263646566', 'hexadecimal'],
  [`${Buffer.from('a secret of some bytes').toString('base64')}`, 'Base64 with padding'],
])('%s: one character inside it is another, past its middle', (key) => {
  const made = madeKey(key, 'altered')!;
  const at = [...key].findIndex((c, i) => c !== made[i]);
  expect(made).toHaveLength(key.length);
  expect([...key].filter((c, i) => c !== made[i])).toHaveLength(1);
  expect(at).toBeGreaterThan(key.length / 2);
  expect(at).toBeLessThan(key.length - 1);
  const bytes = (text: string) => Buffer.from(text, 'base64').toString('hex');
  expect(bytes(made)).not.toBe(bytes(key));
  expect(made.toLowerCase()).not.toBe(key.toLowerCase());
});

test.each([
  'sk-live-abcdefghijklmnop',
  '0f8fad5b-d9cb-469f-a165-70867728950e',
  `${Buffer.from('a secret of some bytes').toString('base64')}`,
])('%s: one of its last characters is another', (key) => {
  const made = madeKey(key, 'altered-late')!;
  const changed = [...key].flatMap((c, i) => (c !== made[i] ? [i] : []));
  expect(changed).toHaveLength(1);
  expect(changed[0]).toBeGreaterThan(key.length - 6);
  const bytes = (text: string) => Buffer.from(text, 'base64').toString('hex');
  expect(bytes(made)).not.toBe(bytes(key));
});

test('its beginning and its last six characters stay', () => {
  const key = 'sk-live-abcdefghijklmnop';
  const made = madeKey(key, 'altered')!;
  expect([made.slice(0, 8), made.slice(-6)]).toEqual([key.slice(0, 8), key.slice(-6)]);
});

test('of a long key the last twelve characters stay', () => {
  const key = 'sk-live-abcdefghijklmnopqrstuvwxyzabcdefgh';
  expect(madeKey(key, 'altered')!.slice(-12)).toBe(key.slice(-12));
});

test('a UUID stays one, and hexadecimal stays that', () => {
  expect(madeKey('0f8fad5b-d9cb-469f-a165-70867728950e', 'altered')).toMatch(/^[0-9a-f-]{36}$/);
});

test('what cannot be made is not made', () => {
  expect(madeKey('abcd', 'altered')).toBeUndefined();
  expect(madeKey('abcd', 'altered-late')).toBeUndefined();
  expect(madeKey('1234-5678-9012', 'other-case')).toBeUndefined();
  expect(madeKey('sk-AbC', 'other-case')).toBe('SK-aBc');
  expect(madeKey('sk-4', 'longer')).toBe('sk-47');
  expect(madeKeysOf('1234-5678-9012')).toHaveLength(3);
});

test('what is written of them tells no character', () => {
  for (const words of Object.values(WRITTEN)) expect(words).toMatch(/^<key: [a-z ]+>$/);
});

test.each([
  ['7f3c2a91-5d0e-4b68-9c1f-2e8a4d6b9f03', false],
  ['sk-live_9F3C2A915D0E4B689C1F', false],
  ['sk-live-9f3c2a915d0e4b68zzzz', true],
  ['sk-cafe', true],
])('%s in other case is asked for only where it is another key', (key, asked) => {
  const make = () => madeKeyOf(key, 'other-case');
  if (asked) expect(make()).not.toBe(key);
  else expect(make).toThrow('hexadecimal');
  expect(madeKeysOf(key)).toContain(madeKey(key, 'other-case'));
});

test.each([
  ['sk-main-w8Hk2LmQ9zRt', []],
  ['0b5f5ab2-91d3-4c30-9e2e-1f4f0c0c7a11', ['other-case']],
  ['1234567890123456', ['other-case']],
  ['a1B2c3D4', ['altered']],
])('the keys that cannot be made of %s: %j', (key, kinds) => {
  expect(Object.keys(unmadeKeys(key))).toEqual(kinds);
});
