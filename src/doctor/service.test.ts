import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import type { Failure } from '../vocabulary/exchange.ts';
import { serviceSteps } from './service.ts';

test.each([
  ['a body that is whole', undefined, 'ok'],
  ['a body that does not end', { kind: 'timeout-body', message: 'the body did not end' }, 'warning'],
] as const)('%s', async (_, failure, outcome) => {
  const answer = exchange({ status: 200, body: [], ...(failure && { failure: failure as Failure }) });
  const steps = await serviceSteps(async () => answer, 'm');
  const bodies = steps.filter(({ name }) => name !== 'stream');
  expect(bodies.map((step) => step.outcome)).toEqual(['path', 'key', 'model', 'usage'].map(() => outcome));
});

test('an answer without records is named', async () => {
  const steps = await serviceSteps(async () => exchange({ status: 200, body: { object: 'usage' } }), 'm');
  expect(steps.find(({ name }) => name === 'usage')).toMatchObject({
    outcome: 'warning',
    seen: 'the answer has no list of records',
  });
});
