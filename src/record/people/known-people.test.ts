import { expect, test } from 'vitest';
import { createKnownPeople } from './known-people.ts';

test('a known name is found with its accents apart', () => {
  const known = createKnownPeople();
  known.learn('Jos\u00e9 Garc\u00eda', 'Xxxx Xxxxxx');
  expect(known.within('by Jose\u0301 Garci\u0301a!')).toEqual([{ start: 3, end: 16 }]);
});

test('no id is kept that is longer than ids are', () => {
  const known = createKnownPeople();
  for (const value of ['id-1', 'x'.repeat(100_000)]) known.remember(`other ${value.slice(0, 2)}`, value);
  expect(['other id', 'other xx'].map(known.original)).toEqual(['id-1', undefined]);
});
