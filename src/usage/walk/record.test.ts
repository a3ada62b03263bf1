import { expect, test } from 'vitest';
import { usageRecord, uuid } from '../../testing/usage-records.ts';
import { identityOf, readPartly } from './record.ts';

const saying = (user_id: string) => identityOf(readPartly(usageRecord(1, { user_id }))!, false);

test('a UUID in capitals is the same user', () =>
  expect(saying(uuid(7).toUpperCase())).toBe(saying(uuid(7))));

test.each([
  ['another user', uuid(7), uuid(8)],
  ['a name in capitals', 'ann', 'ANN'],
])('%s is another one', (_, one, other) => expect(saying(one)).not.toBe(saying(other)));
