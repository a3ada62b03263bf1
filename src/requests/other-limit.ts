import type { PlannedCompletion } from '../vocabulary/planned-completion.ts';

/** The same request with the newer name of its limit: some reasoning models accept only that one. */
export function withNewerLimit(row: PlannedCompletion): PlannedCompletion {
  const { max_tokens: limit, ...body } = row.body;
  return { ...row, id: `${row.id}-newer`, body: { ...body, max_completion_tokens: limit } };
}
