import { attempt, Inconclusive, isUndecidable, orUndefined } from '../vocabulary/undecidable.ts';

/**
 * The part of a list that could be gathered, for checks of all responses together. Items that another check covers,
 * or that the target does not support, are skipped. If nothing remains, the first reason applies to all.
 */
export async function gathered<T>(answers: readonly Promise<T>[]): Promise<T[]> {
  const all = await Promise.all(answers.map(attempt));
  const values = all.filter((answer): answer is Awaited<T> => !isUndecidable(answer));
  if (values.length === 0) throw all.find(isUndecidable) ?? new Inconclusive('no answer to read');
  return values;
}

/** The same if nothing has to remain: for supplementary evidence. */
export async function whatCame<T>(answers: readonly Promise<T>[]): Promise<T[]> {
  return (await orUndefined(gathered(answers))) ?? [];
}
