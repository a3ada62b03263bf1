import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { requester } from '../testing/phases.ts';
import type { AnswerKey } from '../vocabulary/answer-key.ts';
import type { CheckContext, Requester } from '../vocabulary/check.ts';
import type { Exchange, MadeKey, RequestSpec } from '../vocabulary/exchange.ts';
import { Inconclusive, NotApplicable } from '../vocabulary/undecidable.ts';
import { withMadeKey } from './made-keys.ts';

/** A context whose target answers as `answer` says; it writes down what was asked. */
function asking(answer: (spec: RequestSpec) => number | Error, lockedBefore = false) {
  const asked: string[] = [];
  const memory = new Map<string, Promise<unknown>>();
  const send = async (spec: RequestSpec): Promise<Exchange> => {
    asked.push(spec.madeKey ?? 'right');
    const status = answer(spec);
    if (status instanceof Error) throw status;
    return exchange({ status, credential: spec.credential ?? 'main', label: spec.label });
  };
  const ask: Requester = {
    ...requester(send),
    shared: <T>({ name }: AnswerKey<T>, make: (own: Requester) => Promise<T>) => {
      if (!memory.has(name)) memory.set(name, make(ask));
      return memory.get(name) as Promise<T>;
    },
  };
  if (lockedBefore) memory.set('auth/turns', Promise.resolve({ waited: true }));
  const context = { ...ask, model: 'm', clock: { now: () => 0, sleep: async () => {} } };
  const of = (kind: MadeKey) =>
    withMadeKey(context as unknown as CheckContext, ask, kind).then(
      ({ probe }) => probe.response?.status,
      (error: Error) => error,
    );
  const names = () => [...memory.keys()].filter((name) => name.startsWith('auth/made-keys/once/'));
  return { asked, of, names };
}

test('each is asked once, the right key before the first, once more for looks, and after each burst', async () => {
  const { asked, of } = asking(({ madeKey }) => (madeKey ? 401 : 422));
  expect([await of('altered'), await of('other-case'), await of('longer')]).toEqual([401, 401, 401]);
  const others = ['altered-late', 'other-case', 'longer'];
  expect(asked).toEqual(['right', 'right', 'altered', 'right', ...others, 'right']);
});

test('in a round of requests, which is in the order of names, the right key is last', async () => {
  const { of, names } = asking(({ madeKey }) => (madeKey ? 401 : 422));
  await of('longer');
  expect(names()).toHaveLength(6);
  expect(names().toSorted().slice(-2)).toEqual(names().filter((name) => name.includes('/valid-after-')));
});

test.each([
  [
    'the right key is locked out after the first',
    ({ madeKey }: RequestSpec, n: number) => (madeKey ? 401 : n > 2 ? 403 : 422),
  ],
  ['a made key is put off', ({ madeKey }: RequestSpec) => (madeKey ? 429 : 422)],
])('%s: no further one is asked', async (_, answer) => {
  let n = 0;
  const { asked, of } = asking((spec) => answer(spec, ++n));
  await of('altered');
  expect(await of('other-case')).toBeInstanceOf(Inconclusive);
  expect(asked.filter((kind) => kind !== 'right')).toEqual(['altered']);
});

test('an error of the moment is asked past once, where the right key is let in after it', async () => {
  let n = 0;
  const { asked, of } = asking(({ madeKey }) => (madeKey ? (++n === 1 ? 503 : 401) : 422));
  expect([await of('altered'), await of('longer')]).toEqual([401, 401]);
  expect(asked.filter((kind) => kind === 'altered')).toHaveLength(2);
});

test('what errs twice is asked no more', async () => {
  const { asked, of } = asking(({ madeKey }) => (madeKey ? 503 : 422));
  expect(await of('altered')).toBeInstanceOf(Inconclusive);
  expect(asked.filter((kind) => kind !== 'right')).toEqual(['altered', 'altered']);
});

test('a flaw that is refused as keys are is no lock-out', async () => {
  const { of } = asking(({ madeKey, body }) => (madeKey ? 401 : String(body).includes('"text"') ? 422 : 403));
  expect([await of('altered'), await of('longer')]).toEqual([401, 401]);
});

test('after a lock-out none is asked', async () => {
  const { asked, of } = asking(() => 401, true);
  expect(await of('altered')).toBeInstanceOf(Inconclusive);
  expect(new Set(asked)).toEqual(new Set(['right']));
});

test('a key of digits has no other case: the others are asked all the same', async () => {
  const none = new NotApplicable('no letters');
  const { of } = asking(({ madeKey }) => (madeKey === 'other-case' ? none : madeKey ? 401 : 422));
  expect(await of('other-case')).toBe(none);
  expect(await of('longer')).toBe(401);
});
