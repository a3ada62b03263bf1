import { describe, expect, test } from 'vitest';
import { eventStream, exchange, streamExchange } from '../../testing/exchange.ts';
import { numberedCompletions, usageOf } from '../../testing/numbered-completions.ts';
import { totalsOf } from '../../testing/totals-of.ts';
import type { Exchange } from '../../vocabulary/exchange.ts';
import { beyond, boundsOf, isShort } from './bounds.ts';
import { ownCompletion, usageIn } from './own-completions.ts';

const { plain } = numberedCompletions();
const own = (e: Exchange) => ownCompletion(e, 'thinker');
describe('what an answer used', () => {
  test.each([
    ['in a body', exchange({ body: { usage: usageOf(3, 4) } }), 3n],
    [
      'in the last chunk of a stream that repeats it',
      streamExchange([{ usage: usageOf(3, 1) }, { usage: usageOf(3, 4) }]),
      3n,
    ],
    ['with null in the other chunks', streamExchange([{ usage: null }, { usage: usageOf(5, 4) }]), 5n],
    ['nowhere', streamExchange([{ choices: [] }]), undefined],
    [
      'in numbers that are none',
      exchange({ body: { usage: { ...usageOf(3, 4), prompt_tokens: '3' } } }),
      undefined,
    ],
  ])('%s', (_, answer, input) => {
    expect(usageIn(answer)?.input).toBe(input);
  });

  test.each([
    [200, undefined, 'success'],
    [422, undefined, 'refused'],
    [429, undefined, 'refused'],
    [503, undefined, 'refused'],
    [500, undefined, 'maybe'],
    [504, undefined, 'maybe'],
    [200, { kind: 'cut', message: 'cut' }, 'maybe'],
    [null, { kind: 'timeout-headers', message: 'silence' }, 'maybe'],
  ] as const)('%s %j is %s', (status, failure, outcome) => {
    const billable = { tokens: 4, choices: 1 };
    expect(
      own(exchange({ status, body: eventStream([]), billable, ...(failure && { failure }) })).outcome,
    ).toBe(outcome);
  });

  test('a request that was to be refused counts as done only when its answer says what it used', () => {
    const told = eventStream(['{"error":{"message":"n is out of bounds"}}']);
    expect(own(exchange({ status: 200, body: told })).outcome).toBe('maybe');
    expect(own(exchange({ status: 200, body: { usage: usageOf(3, 4) } })).outcome).toBe('success');
  });
});

describe('bounds', () => {
  const many = [plain(10, 2), plain(20, 4, { n: 2 }), exchange({ status: 422, request: { n: 3 } })].map(own);

  test('are what was reported, and requests from the successes to all choices that were sent', () => {
    const bounds = boundsOf(many);
    expect(bounds.least).toEqual(totalsOf(30, 6, 2));
    expect(bounds.most).toEqual({ ...totalsOf(30, 6, 2), total_requests: 6n });
    expect(isShort(totalsOf(30, 6, 2), bounds)).toBe(false);
    expect(isShort(totalsOf(30, 5, 2), bounds)).toBe(true);
    expect(beyond(totalsOf(30, 7, 7), bounds)).toEqual(['output_tokens', 'total_tokens', 'total_requests']);
  });

  test('have no upper end where an answer does not say what it used', () => {
    expect(boundsOf([...many, own(exchange({ status: 500 }))]).most.input_tokens).toBeUndefined();
  });
});
