import { describe, expect, test } from 'vitest';
import { validate } from '../contract/schemas.ts';
import { exchange } from '../testing/exchange.ts';
import type { Requester } from '../vocabulary/check.ts';
import type { RequestSpec } from '../vocabulary/exchange.ts';
import { planned } from '../vocabulary/planned-completion.ts';
import { acceptedPart } from './accepted-part.ts';
import { corpus } from './corpus.ts';
import { partsOf } from './parts.ts';

const rows = corpus({ profile: 'standard', seed: 1, model: 'm', reasoningModel: 'r' });

type Body = Record<string, unknown>;

/**
 * A service that rejects requests matching a predicate with this status, and accepts the rest; it keeps its
 * requests.
 */
function serving(refuses: (body: Body) => boolean, status = 422) {
  const asked: Body[] = [];
  const send = async ({ body: text }: RequestSpec) => {
    const body = JSON.parse(String(text)) as Body;
    asked.push(body);
    return exchange({ status: refuses(body) ? status : 200, body: {} });
  };
  const known = new Map<string, Promise<unknown>>();
  const ask: Partial<Requester> = {
    round: 1,
    send,
    shared: ({ name }, make) => {
      if (!known.has(name)) known.set(name, make(ask as Requester));
      return known.get(name) as never;
    },
  };
  return { ask: ask as Requester, asked };
}

const rich = rows.find(({ body }) => body.tools && body.stream === true && body.n === 2)!;
const any = () => true;

describe('parts of a request', () => {
  test('are valid, smaller, and of one price', () => {
    for (const row of rows) {
      for (const part of partsOf(row)) {
        expect(validate('completion-request', part.body)).toEqual([]);
        expect(part.choices).toBe(part.id.endsWith('two-choices') ? 2 : row.choices);
        expect(part.tokens).toBe(row.tokens);
        expect(part.body.stream).toBe(row.body.stream);
        expect(part.id).not.toBe(row.id);
      }
    }
  });

  test('keep the tools when all that shapes the answer is rejected', () => {
    const [only] = partsOf(rich).filter(({ id }) => id.endsWith('/only-tools'));
    expect(Object.keys(only!.body).sort()).toEqual(
      expect.arrayContaining(['messages', 'model', 'n', 'stream', 'tools']),
    );
    for (const name of ['temperature', 'logprobs', 'seed', 'response_format'])
      expect(only!.body).not.toHaveProperty(name);
  });

  test('say each once', () => {
    for (const row of rows) {
      const texts = [row, ...partsOf(row)].map(({ body }) => JSON.stringify(body));
      expect(new Set(texts).size).toBe(texts.length);
    }
  });
});

describe('in the place of a request that is refused', () => {
  test('stands itself where it is accepted, and nothing else is asked', async () => {
    const { ask, asked } = serving(() => false);
    expect(await acceptedPart({ model: 'm' }, ask, rich, any)).toBe(rich);
    expect(asked).toHaveLength(1);
  });

  test.each<[string, (body: Body) => boolean, (body: Body) => void]>([
    [
      'the type of a tool',
      ({ tools }) => JSON.stringify(tools ?? []).includes('"type":"function"'),
      ({ tools }) => expect(tools).toHaveLength((rich.body.tools as unknown[]).length),
    ],
    ['tools', ({ tools }) => tools !== undefined, ({ tools }) => expect(tools).toBeUndefined()],
    [
      'all but what is plain',
      (body) =>
        Object.keys(body).some((name) => !['model', 'messages', 'max_tokens', 'stream', 'n'].includes(name)),
      ({ n, stream }) => expect([n, stream]).toEqual([2, true]),
    ],
  ])('stands a part without %s', async (_, refuses, check) => {
    const { ask } = serving(refuses);
    const part = await acceptedPart({ model: 'm' }, ask, rich, any);
    expect(refuses(part.body)).toBe(false);
    check(part.body);
  });

  test('stands only what is wanted', async () => {
    const { ask } = serving(({ tools }) => tools !== undefined);
    expect(await acceptedPart({ model: 'm' }, ask, rich, ({ body }) => body.tools !== undefined)).toBe(rich);
  });

  test.each<[string, (body: Body) => boolean, number?]>([
    ['everything is refused', () => true],
    ['no stream is to be had', ({ stream }) => stream === true],
    ['it is no matter of what stands in it', ({ tools }) => tools !== undefined, 403],
  ])('nothing is tried when %s', async (_, refuses, status) => {
    const { ask, asked } = serving(refuses, status);
    expect(await acceptedPart({ model: 'm' }, ask, rich, any)).toBe(rich);
    expect(asked.length).toBeLessThanOrEqual(3);
  });

  test('further models are asked for no more than was promised', async () => {
    const { ask, asked } = serving(({ tools }) => tools !== undefined);
    const other = planned('other', 'for another model', rich.body, 'request/accepts-models');
    expect(await acceptedPart({ model: 'm' }, ask, other, any)).toBe(other);
    expect(asked).toHaveLength(0);
  });
});
