import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { answerOfBody } from './answer.ts';
import {
  differs,
  explainsMore,
  loopsOn,
  refusedTheReplay,
  replaysNull,
  throwsItsClass,
  works,
} from './client.ts';

const witness = (major: string, more: object = {}) => ({
  major,
  exchanges: [exchange({ id: major })],
  ...more,
});

test.each<[string, object[], (string | undefined)[]]>([
  ['nothing breaks', [{ value: 1 }, { value: 1 }], []],
  ['one breaks', [{ error: 'Oops' }, { value: 1 }], ['warn']],
  ['one sees something else', [{ value: 1 }, { value: 2 }], ['warn']],
  ['both break', [{ error: 'Oops' }, { value: 2 }], [undefined]],
])('%s', (_, parts, levels) => {
  const witnesses = parts.map((part, i) => witness(`openai ${6 + i}`, part));
  const found = works('it works', witnesses, (value) => (value === 2 ? 'another value' : undefined));
  expect(found.map(({ as }) => as)).toEqual(levels);
});

test('what a client saw is compared choice by choice', () => {
  const seen = (content: string) =>
    answerOfBody(exchange(), { choices: [{ index: 0, message: { content } }] });
  expect(differs(seen('a'), seen('a'))).toBeUndefined();
  expect(differs(seen('a'), seen('b'))).toContain('"content":"a"');
  expect(differs(answerOfBody(exchange(), {}), seen('b'))).toBe('the client read 0 choices of 1');
});

test('errors have their class and tell more than a number', () => {
  const thrower = (name: string, message: string) => witness('openai 7', { thrown: { name, message } });
  const outcomes = [thrower('BadRequestError', '400 no'), thrower('Error', '400 no')];
  const judged = (status: number) => {
    const seen = outcomes.map((o) => ({ ...o, exchanges: [exchange({ status })] }));
    return throwsItsClass({ status: 400, outcomes: seen }, 'BadRequestError').map(({ as }) => as);
  };
  expect([judged(400), judged(404), judged(403)]).toEqual([[undefined], [undefined], ['inconclusive']]);
  const told = ['400 no model given', '400 status code (no body)'].map((text) =>
    explainsMore(thrower('E', text), 400),
  );
  expect(told).toEqual([true, false]);
});

const turn = (content: unknown, status: number, more: object = {}) =>
  exchange({
    status,
    request: {
      messages: [
        { role: 'user', content: null },
        { role: 'assistant', content, ...more },
      ],
    },
  });

test.each<[string, ReturnType<typeof turn>, boolean]>([
  ['null', turn(null, 422), true],
  ['a member that 2.2 does not have', turn('x', 422, { refusal: 'no' }), true],
  ['nothing beyond 2.2', turn('x', 422, { tool_calls: [] }), false],
])('a replayed turn with %s', (_, second, held) => {
  expect(replaysNull(second)).toBe(held);
});

test.each<[string, object, boolean, number]>([
  ['goes on', { exchanges: [exchange(), turn(null, 200)], value: 1 }, false, 0],
  [
    'is refused for null',
    { exchanges: [exchange(), turn(null, 422)], error: 'UnprocessableEntityError' },
    true,
    0,
  ],
  ['is refused without such a reason', { exchanges: [exchange(), turn('x', 422)], error: 'E' }, false, 1],
  ['never calls', { exchanges: [exchange()], value: 0 }, false, 1],
])('a tool loop that %s', (_, parts, observed, findings) => {
  const loop = witness('openai 7', parts) as Parameters<typeof loopsOn>[0][number];
  expect(refusedTheReplay(loop)).toBe(observed);
  expect(loopsOn([loop])).toHaveLength(findings);
});
