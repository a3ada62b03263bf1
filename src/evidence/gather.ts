import { Inconclusive, NotApplicable } from '../vocabulary/undecidable.ts';

/**
 * What could be gathered of a list, for questions about all answers together. Those that another check answers for, or that
 * the target does not know, are left out; when nothing remains, the first reason stands for all.
 */
export async function gathered<T>(answers: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(answers);
  const values: T[] = [];
  let reason: Inconclusive | NotApplicable | undefined;
  for (const answer of settled) {
    if (answer.status === 'fulfilled') values.push(answer.value);
    else if (answer.reason instanceof Inconclusive || answer.reason instanceof NotApplicable)
      reason ??= answer.reason;
    else throw answer.reason;
  }
  if (values.length === 0) throw reason ?? new Inconclusive('there was nothing to look at');
  return values;
}

/** The same where nothing has to remain: what stands beside another question. */
export async function whatCame<T>(answers: readonly Promise<T>[]): Promise<T[]> {
  return gathered(answers).catch((reason: unknown) => {
    if (reason instanceof Inconclusive || reason instanceof NotApplicable) return [];
    throw reason;
  });
}
