import { expect, test } from 'vitest';
import { exchange } from '../testing/exchange.ts';
import { count, countedTokens, createTally } from '../vocabulary/tally.ts';
import type { QueuedRequest } from './queued-request.ts';
import { createExpectedTokens } from './spend-budget.ts';

const answered = (total: number, prompt = 0) =>
  exchange({
    status: 200,
    request: { max_tokens: 4 },
    body: { usage: { prompt_tokens: prompt, completion_tokens: total - prompt, total_tokens: total } },
  });

test('long prompts are expected to report as much more as they are longer', () => {
  const tally = createTally();
  const expected = createExpectedTokens(tally);
  const asking = (body: string) => ({ spec: { body } }) as QueuedRequest;
  expect(expected.of(asking('a'.repeat(900)))).toBe(0);
  count(tally, answered(50));
  expected.note(asking('a'.repeat(100)), { completions: 1, tokens: 4 });
  expected.note(asking('a'.repeat(500)), { completions: 0, tokens: 0 });
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
