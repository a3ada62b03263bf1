import { wasAccepted } from '../../src/requests/ask.ts';
import { partsOf } from '../../src/requests/parts.ts';
import type { CheckContext } from '../../src/vocabulary/check.ts';
import type { PlannedCompletion } from '../../src/vocabulary/planned-completion.ts';
import { attempt, isUndecidable } from '../../src/vocabulary/undecidable.ts';
import { outcome } from './accepted.ts';

/** A request and the status of its rejection. */
export interface Refused {
  row: PlannedCompletion;
  status: number | undefined;
}

/** The results of the combinations: accepted ones passed. */
export async function answersTo(context: CheckContext, planned: readonly PlannedCompletion[]) {
  const rows = await Promise.all(planned.map((row) => withFewChoices(context, row)));
  const answers = await Promise.all(rows.map((row) => attempt(outcome(context, row))));
  const accepted: PlannedCompletion[] = [];
  const refused: Refused[] = [];
  for (const [i, answer] of answers.entries()) {
    if (isUndecidable(answer)) continue;
    if (wasAccepted(answer)) {
      context.held(answer);
      accepted.push(rows[i]!);
    } else refused.push({ row: rows[i]!, status: answer.response?.status });
  }
  return { accepted, refused, undecided: answers.find(isUndecidable) };
}

/** A request for more than two choices, which services may reject: the same with two then. */
async function withFewChoices(context: CheckContext, row: PlannedCompletion): Promise<PlannedCompletion> {
  if (row.choices <= 2) return row;
  const isAccepted = await outcome(context, row).then(wasAccepted, () => true);
  return isAccepted ? row : partsOf(row)[0]!;
}
