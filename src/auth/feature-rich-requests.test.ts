import { expect, test } from 'vitest';
import { corpus } from '../requests/corpus.ts';
import type { CheckContext } from '../vocabulary/check.ts';
import { featureRichCompletions } from './feature-rich-requests.ts';

async function bodies(reasoningModel: string | undefined) {
  const { keyless, unknown } = await featureRichCompletions({
    model: 'm',
    reasoningModel,
    planned: corpus({ profile: 'standard', seed: 1, model: 'm', reasoningModel }),
    selected: () => false,
  } as unknown as CheckContext);
  return [keyless, unknown].map((spec) => JSON.parse(String(spec?.body)));
}

test('who has no key asks for a stream, and who has an unknown one for the reasoning model', async () => {
  const [stream, thinking] = await bodies('r');
  expect(stream).toMatchObject({ model: 'm', stream: true, n: 2, tools: expect.any(Array) });
  expect(stream.messages.length).toBeGreaterThan(1);
  expect(thinking).toMatchObject({ model: 'r' });
  expect(thinking.stream).not.toBe(true);
});

test('without a reasoning model the richest whole request is taken', async () => {
  const [stream, whole] = await bodies(undefined);
  const most = corpus({ profile: 'standard', seed: 1, model: 'm', reasoningModel: undefined })
    .filter(({ body }) => body.stream !== true)
    .map(({ body }) => Object.keys(body).length);
  expect(Object.keys(whole).length).toBeGreaterThan(Math.max(...most) - 4);
  expect(stream.stream).toBe(true);
});
