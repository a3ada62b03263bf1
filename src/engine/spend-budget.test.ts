import { expect, test } from 'vitest';
import { completionSpec } from '../requests/planned.ts';
import { testSettings } from '../testing/settings.ts';
import { createTally } from '../vocabulary/tally.ts';
import { queuedRequestOf } from './queued-request.ts';
import { createSpendBudget } from './spend-budget.ts';

const row = (tokens: number) => ({
  id: 'long',
  why: 'a long answer',
  body: { model: 'm', messages: [], max_tokens: tokens },
  tokens,
  choices: 1,
  judgedBy: 'request/accepts-plain' as const,
});

const standing = (tokens: number, larger = false, round: 1 | 2 = 1) =>
  queuedRequestOf(completionSpec({ ...row(tokens), ...(larger && { larger }) }), 'completion/x', 0, round)!;

const budgetOf = (tokens: number) =>
  createSpendBudget(
    testSettings('http://s.test', { profile: 'standard', budget: { tokens } }),
    createTally(),
  );

test('an answer with more room is not bought from what is kept for planned requests, and a breach repeated is', () => {
  const budget = budgetOf(1_000);
  expect(budget.reserve(standing(128, true))).toBeUndefined();
  expect(budget.reserve(standing(128, true))).toMatch(
    /limited to 1000 requested tokens .*, and the rest is reserved for checks of more harm/,
  );
  expect(budget.reserve(standing(128))).toBeUndefined();
  expect(budget.reserve(standing(128, true, 2))).toBeUndefined();
});
