import { atTheLimit, type Limited, suffices, withinLimit } from '../judge/completion/usage.ts';
import type { PlannedCompletion } from '../requests/corpus.ts';
import { Inconclusive, type Requester } from '../vocabulary/check.ts';
import { reply } from './answers.ts';
import { gathered } from './gather.ts';
import { asksForLong } from './rows.ts';

/**
 * Answers beside the limits that their requests set, for the question whether a cut is called so. Rejects with
 * `Inconclusive` when the limits are not kept at all, or when no answer shows whether one was cut.
 */
export async function limited(ask: Requester, rows: readonly PlannedCompletion[]): Promise<Limited[]> {
  const found = await gathered(rows.map((row) => reply(ask, row)));
  const beyond = found.find((one) => withinLimit(one).length > 0);
  if (beyond) {
    const { exchange } = beyond.answer;
    throw new Inconclusive('the limit is not kept', [exchange], 'completion/within-limit');
  }
  const answers = found
    .filter(({ usageStands }) => usageStands)
    .map(({ row, answer }) => ({ answer, row: { ...row, long: asksForLong(row) } }));
  const told = answers.some(({ answer }) => answer.choices.some((c) => c.finishReason === 'length'));
  if (suffices(atTheLimit(answers)) || told) return answers;
  throw new Inconclusive('too few answers took all the tokens that they were allowed');
}
