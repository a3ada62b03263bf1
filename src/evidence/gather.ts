import { attempt, Inconclusive, isUndecidable, orUndefined } from '../vocabulary/undecidable.ts';

/**
 * What could be gathered of a list, for questions about all answers together. Those that another check answers for, or that
 * the target does not know, are left out; when nothing remains, the first reason stands for all.
 */
export async function gathered<T>(answers: readonly Promise<T>[]): Promise<T[]> {
  const all = await Promise.all(answers.map(attempt));
  const values = all.filter((answer): answer is Awaited<T> => !isUndecidable(answer));
  if (values.length === 0) throw all.find(isUndecidable) ?? new Inconclusive('no answer to read');
  return values;
}

/** The same where nothing has to remain: what stands beside another question. */
export async function whatCame<T>(answers: readonly Promise<T>[]): Promise<T[]> {
  return (await orUndefined(gathered(answers))) ?? [];
}
