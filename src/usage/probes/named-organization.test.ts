import { expect, test } from 'vitest';
import { attempt, Inconclusive } from '../../vocabulary/undecidable.ts';
import { naming } from './named-organization.ts';

test.each(['a\nb', 'a\u0000', 'ünï 👍'])('the id %j is in no header', async (id) => {
  const ask = { send: () => expect.unreachable() } as never;
  const named = async () => naming(ask, id, 'headers').send({ label: 'records' } as never);
  expect(await attempt(named())).toBeInstanceOf(Inconclusive);
});
