import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { count, countedTokens, createTally } from '../vocabulary/tally.ts';
import type { QueuedRequest } from './queued-request.ts';
import { createExpectedTokens } from './spend-budget.ts';
import { createSubstitutes, isSubstitute } from './substitute-requests.ts';

const caps = { completions: 30, tokens: 1_000, reported: 10_000 };
const ONE = { completions: 1, tokens: 4 };
const FREE = { completions: 0, tokens: 0 };

const answered = (total: number, prompt = 0) =>
  exchange({
    status: 200,
    request: { max_tokens: 4 },
    body: { usage: { prompt_tokens: prompt, completion_tokens: total - prompt, total_tokens: total } },
  });

test('one part in fifteen takes the place of what is refused, and what was refused itself counts for nothing', () => {
  const substitutes = createSubstitutes(caps, createTally());
  substitutes.begin(ONE);
  substitutes.end(ONE, FREE);
  for (let i = 0; i < 2; i++) {
    expect(substitutes.refusal(9, 9)).toBeUndefined();
    substitutes.begin(ONE);
  }
  expect(substitutes.refusal(9, 9)).toMatch(/too few tokens for other requests/);
  // Of what is small, one part in ten.
  expect(substitutes.refusal(8, 8)).toBeUndefined();
  substitutes.begin(ONE);
  expect(substitutes.refusal(8, 8)).toMatch(/too few tokens for other requests/);
});

test('nothing does when most tokens are asked for, or were reported', () => {
  const tally = createTally();
  const substitutes = createSubstitutes(caps, tally);
  expect([substitutes.refusal(600, 4), substitutes.refusal(601, 4)]).toEqual([undefined, expect.any(String)]);
  count(tally, answered(6_000));
  expect(substitutes.refusal(4, 4)).toEqual(expect.any(String));
});

test('a breach that is repeated takes no place', () => {
  const standing = { purpose: 'valid', again: false, spec: { isSubstitute: true } } as QueuedRequest;
  expect(isSubstitute(standing)).toBe(true);
  expect(isSubstitute({ ...standing, again: true })).toBe(false);
});

test('long prompts are expected to report as much more as they are longer', () => {
  const tally = createTally();
  const expected = createExpectedTokens(tally);
  const asking = (body: string) => ({ spec: { body } }) as QueuedRequest;
  expect(expected.of(asking('a'.repeat(900)))).toBe(0);
  count(tally, answered(50));
  expected.note(asking('a'.repeat(100)), ONE);
  expected.note(asking('a'.repeat(500)), FREE);
  expect(expected.of(asking('a'.repeat(900)))).toBe(450);
});

test('a system prompt that the service adds to each prompt is not counted, up to a bound', () => {
  const tally = createTally();
  count(tally, answered(220, 212));
  const { each } = tally.hidden;
  expect(each).toBeGreaterThan(190);
  for (let i = 0; i < 30; i++) count(tally, answered(220, 212));
  expect(countedTokens(tally)).toBe(31 * (220 - each));
  for (let i = 0; i < 1_000; i++) count(tally, answered(220, 212));
  expect(countedTokens(tally)).toBe(1_031 * 220 - 54_000);
  count(tally, answered(1, 1));
  expect(countedTokens(tally)).toBe(tally.reported);
});
